package connecting

import (
	"context"
	"errors"
	"strings"

	"rollbook/apiclient"
	"rollbook/apiclient/discovery"
	"rollbook/web/roll"
)

// ErrSecret says that a mapping holds the key, which it must not: it is shown and exported.
var ErrSecret = errors.New("the mapping holds the school's key")

// Mend has the draft read a call in another way, tries it and keeps it. After another path everything
// is guessed anew, after another list its fields. What cannot be a mapping is returned as
// [apiclient.ErrMapping], the key in it as [ErrSecret]; then nothing is kept.
func (c *Connecting) Mend(ctx context.Context, school roll.School, call discovery.Call, typed discovery.Reading) (Draft, error) {
	typed.PerClass = call == discovery.Students && strings.Contains(typed.Path, "{class}")
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		before, err := discovery.Of(s.draft.Mapping, call)
		if err != nil {
			return err
		}
		if err := s.prepare(ctx, call, typed.PerClass); err != nil {
			return err
		}
		if typed.Path != before.Path || before.Absent {
			return s.another(ctx, call, typed)
		}
		if err := discovery.Set(&s.draft.Mapping, call, typed); err != nil {
			return err
		}
		if err := s.draft.validate(); err != nil {
			return err
		}
		found := s.search.Look(ctx, call, typed.Path, s.place())
		if items, err := discovery.Items(found.Look.Document, typed.List); err == nil && typed.List != before.List {
			typed.Fields = discovery.ReadList(call, discovery.List{Path: typed.List, Items: items}).Fields
		}
		return s.accept(ctx, call, found, typed)
	})
}

// another guesses how the answer at another path is read.
func (s *seeker) another(ctx context.Context, call discovery.Call, typed discovery.Reading) error {
	if err := apiclient.CheckPath(typed.Path); err != nil {
		return err
	}
	// What makes a search give up is told by what it found.
	found, _ := s.search.Try(ctx, call, typed.Path, s.place(), typed.PerClass)
	switch {
	case found.Works():
		typed = found.Reading
	case typed.List == "":
		typed.List, typed.Fields = "$", plainFields(call)
	}
	return s.accept(ctx, call, found, typed)
}

// plainFields are the fields without which a call cannot be read, where nothing is known of them.
func plainFields(call discovery.Call) map[string]string {
	switch call {
	case discovery.Students:
		return map[string]string{} // which number saving needs is never guessed
	case discovery.Day:
		return map[string]string{"studentId": "$.studentId", "status": "$.attendanceStatus"}
	case discovery.Periods, discovery.Classes, discovery.Statuses:
	}
	return map[string]string{"id": "$.id"}
}

// accept puts the reading into the draft and reads the list by it.
func (s *seeker) accept(ctx context.Context, call discovery.Call, found discovery.Found, reading discovery.Reading) error {
	if err := discovery.Set(&s.draft.Mapping, call, reading); err != nil {
		return err
	}
	if err := s.draft.validate(); err != nil {
		return err
	}
	found.Reading, found.Guess = reading, discovery.Guess{List: reading.List, Sure: true}
	if call == discovery.Students && s.draft.Asks() {
		found.Guess.Sure, found.Guess.Warning, found.Guess.Asked = false, discovery.OtherStudents, asked(found.Look.Document, reading)
	}
	s.draft.Trials[call] = s.describe(found)
	return s.read(ctx, call)
}

// prepare finds out the period and, where students come by class, a class to ask for.
func (s *seeker) prepare(ctx context.Context, call discovery.Call, perClass bool) error {
	if call != discovery.Periods && s.draft.Period.ID == "" {
		if err := s.read(ctx, discovery.Periods); err != nil {
			return err
		}
	}
	if !perClass {
		return nil
	}
	classes, err := discovery.Of(s.draft.Mapping, discovery.Classes)
	if err != nil {
		return err
	}
	if !classes.Absent {
		return s.read(ctx, discovery.Classes)
	}
	found, _ := s.search.Find(ctx, discovery.Classes, s.place(), "")
	return s.take(ctx, discovery.Classes, found)
}

// Again looks for one call anew at the likely paths.
func (c *Connecting) Again(ctx context.Context, school roll.School, call discovery.Call) (Draft, error) {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		if err := s.prepare(ctx, call, false); err != nil {
			return err
		}
		return s.one(ctx, call, s.knownPaths()[call])
	})
}

// Without says that the service has no such call.
func (c *Connecting) Without(ctx context.Context, school roll.School, call discovery.Call) (Draft, error) {
	return c.change(ctx, school, func(_ context.Context, s *seeker) error {
		if call == discovery.Periods {
			return roll.Problem(roll.Meaningless, "problem.what.422")
		}
		s.draft.Trials[call] = Trial{At: s.now, Finding: apiclient.FindingNoCall}
		return discovery.Set(&s.draft.Mapping, call, discovery.Reading{Absent: true})
	})
}

// Import takes a mapping's file for the draft, and tries each of its calls.
func (c *Connecting) Import(ctx context.Context, school roll.School, file string) (Draft, error) {
	mapping, err := apiclient.LoadMapping(strings.NewReader(file))
	if err != nil {
		return Draft{}, err
	}
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		*s.draft = Draft{Mapping: mapping, Trials: make(map[discovery.Call]Trial)}
		for _, call := range discovery.Calls() {
			reading, err := discovery.Of(mapping, call)
			if err != nil {
				return err
			}
			if reading.Absent && (call == discovery.Classes || call == discovery.Day) {
				continue
			}
			found := discovery.Found{}
			if !reading.Absent && (call == discovery.Periods || s.draft.Period.ID != "") {
				found = s.search.Look(ctx, call, reading.Path, s.place())
			}
			found.Reading, found.Guess.List, found.Guess.Sure = reading, reading.List, true
			s.draft.Trials[call] = s.describe(found)
			if err := s.read(ctx, call); err != nil {
				return err
			}
		}
		return nil
	})
}

// change changes the draft and keeps it, if it holds no key.
func (c *Connecting) change(ctx context.Context, school roll.School, how func(context.Context, *seeker) error) (Draft, error) {
	ctx, cancel := context.WithTimeout(ctx, findLimit)
	defer cancel()
	draft, err := c.Draft(ctx, school)
	if err != nil {
		return draft, err
	}
	seeker, err := c.seeker(ctx, school, &draft, oneRequests)
	if err != nil {
		return draft, err
	}
	if err := how(ctx, seeker); err != nil {
		return draft, err
	}
	if text := written(draft.Mapping); seeker.client.Redact(text) != text {
		return draft, ErrSecret
	}
	return draft, c.keep(context.WithoutCancel(ctx), school, draft)
}
