package setup

import (
	"context"
	"errors"
	"strings"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
)

// ErrSecret says that a mapping holds the key, which it must not: it is shown and exported.
var ErrSecret = errors.New("the mapping holds the school's key")

// Mend has the draft read a call in another way, tries it and keeps it. After another path everything
// is guessed anew, after another list its fields. What cannot be a mapping is returned as
// [mapping.ErrUnusable], the key in it as [ErrSecret]; then nothing is kept.
func (c *Connecting) Mend(ctx context.Context, school roll.School, call Call, typed Reading) (Draft, error) {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		before := s.draft.Reading(call)
		typed.Path = pathIn(typed.Path, school.BaseURL, s.draft.periodIDs()...)
		if call == Students && strings.Contains(typed.Path, "{class}") {
			typed.By = mapping.ByClass
		}
		if err := s.prepare(ctx, call, typed.By); err != nil {
			return err
		}
		if typed.Path != before.Path || before.Absent {
			return s.another(ctx, call, typed)
		}
		s.draft.Mapping = s.draft.Mapping.With(call, typed)
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
func (s *seeker) another(ctx context.Context, call Call, typed Reading) error {
	if err := mapping.CheckPath(typed.Path); err != nil {
		return err
	}
	// What makes a search give up is told by what it found.
	found, _ := s.search.Try(ctx, call, typed.Path, s.place(), typed.By)
	switch {
	case found.Works():
		typed = found.Reading
	case typed.List == "":
		typed.List, typed.Fields = onlyEmptyList(found.Look.Document), plainFields(call)
	}
	return s.accept(ctx, call, found, typed)
}

// onlyEmptyList is where the one list of an answer stands that holds nothing yet; else the whole answer.
func onlyEmptyList(answer any) string {
	if lists := discovery.Lists(answer); len(lists) == 1 && len(lists[0].Items) == 0 {
		return lists[0].Path
	}
	return "$"
}

// plainFields are the fields without which a call cannot be read, where nothing is known of them.
func plainFields(call Call) map[string]string {
	fields := mapping.Fewest(call)
	delete(fields, mapping.EnrolmentID) // which number saving needs is never guessed
	return fields
}

// accept puts the reading into the draft and reads the list by it.
func (s *seeker) accept(ctx context.Context, call Call, found discovery.Found, reading Reading) error {
	s.draft.Mapping = s.draft.Mapping.With(call, reading)
	if err := s.draft.validate(); err != nil {
		return err
	}
	found.Reading, found.Guess = reading, discovery.Guess{List: reading.List, Sure: true}
	if call == Students && s.draft.Asks() {
		found.Guess.Sure, found.Guess.Warning, found.Guess.Candidates = false, discovery.OtherStudents, candidatesIn(found.Look.Document, reading)
	}
	s.draft.Trials[call] = s.describe(call, found)
	if err := s.read(ctx, call); err != nil || call != People {
		return err
	}
	return s.read(ctx, Students)
}

// prepare finds out the period and, where students come by class, a class to ask for.
func (s *seeker) prepare(ctx context.Context, call Call, by mapping.Scope) error {
	if call != Periods && s.draft.Period.ID == "" {
		if err := s.read(ctx, Periods); err != nil {
			return err
		}
	}
	if by != mapping.ByClass {
		return nil
	}
	if !s.draft.Reading(Classes).Absent {
		return s.read(ctx, Classes)
	}
	found, _ := s.search.Find(ctx, Classes, s.place(), "")
	return s.take(ctx, Classes, found)
}

// Again looks for one call anew at the likely paths.
func (c *Connecting) Again(ctx context.Context, school roll.School, call Call) (Draft, error) {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		if err := s.prepare(ctx, call, ""); err != nil {
			return err
		}
		return s.one(ctx, call)
	})
}

// Without says that the service has no such call.
func (c *Connecting) Without(ctx context.Context, school roll.School, call Call) (Draft, error) {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		if call == Periods {
			return roll.Problem(roll.Meaningless, "problem.what.422")
		}
		s.draft.Trials[call] = Trial{At: s.now, Finding: mapping.FindingNoCall}
		s.draft.Mapping = s.draft.Mapping.With(call, Reading{Absent: true})
		if call == People {
			return s.read(ctx, Students)
		}
		return nil
	})
}

// Import takes a mapping's file for the draft, and tries each of its calls.
func (c *Connecting) Import(ctx context.Context, school roll.School, file string) (Draft, error) {
	mapped, err := mapping.Load(strings.NewReader(file))
	if err != nil {
		return Draft{}, err
	}
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		*s.draft = Draft{Mapping: mapped, Trials: make(map[Call]Trial)}
		for _, call := range Calls() {
			reading := mapped.Of(call)
			if reading.Absent && (call == Classes || call == People || call == mapping.Day) {
				continue
			}
			found := discovery.Found{}
			if !reading.Absent && (call == Periods || s.draft.Period.ID != "") {
				found = s.search.Look(ctx, call, reading.Path, s.place())
			}
			found.Reading, found.Guess.List, found.Guess.Sure = reading, reading.List, true
			s.draft.Trials[call] = s.describe(call, found)
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
