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

// IsUnusable reports whether err means that the text typed or sent is no mapping, or one that must not be kept.
func IsUnusable(err error) bool {
	return errors.Is(err, mapping.ErrUnusable) || errors.Is(err, ErrSecret)
}

// WrongPlace returns the place of a call that cannot be used: "path", "list", "paging" or "fields." with the
// name of a field. It is "path" where the error tells no place.
func WrongPlace(call Call, err error) string {
	for _, place := range mapping.Places(err) {
		switch rest, ours := strings.CutPrefix(place, string(call)+"."); {
		case ours && rest == "fields":
			return "fields." + mapping.Fields(call)[0]
		case ours:
			return rest
		}
	}
	return "path"
}

// Mend has the draft read a call in another way, tries it and keeps it. After another path everything is
// guessed anew, after another list its fields. An answer that is typed without its path is kept as an example
// of the call that it looks like; Mend returns that call. The error is [mapping.ErrUnusable] for what cannot
// be a mapping, [ErrSecret] for one that holds the key; then nothing is kept.
func (c *Connecting) Mend(ctx context.Context, school roll.School, call Call, typed Reading) (Call, error) {
	of := call
	err := c.change(ctx, school, func(ctx context.Context, s *seeker) (err error) {
		if IsAnswer(typed.Path) {
			of, err = s.exemplify(call, typed.Path)
			return err
		}
		before := s.draft.Mapping.Of(call)
		typed.Path, typed.Paging = pathIn(typed.Path, school.BaseURL, periodIDs(s.draft)...), before.Paging
		if call == mapping.Students && strings.Contains(typed.Path, "{class}") {
			typed.By = mapping.ByClass
		}
		if err := s.prepare(ctx, call, typed.By); err != nil {
			return err
		}
		if typed.Path != before.Path || before.Absent {
			return s.another(ctx, call, typed)
		}
		found := s.search.Look(ctx, call, typed.Path, s.place())
		if typed.List != before.List {
			typed.Fields = discovery.ReadList(call, discovery.List{Path: typed.List, Items: itemsOf(found, typed)}).Fields
		}
		return s.accept(ctx, call, found, typed)
	})
	return of, err
}

// another guesses how the answer at another path is read, and begins with the reading of an example of it.
func (s *seeker) another(ctx context.Context, call Call, typed Reading) error {
	if err := mapping.CheckPath(typed.Path); err != nil {
		return err
	}
	example := s.draft.Trials[call].Example
	// The error needs no care: the result tells why a search gave up.
	found, _ := s.search.Try(ctx, call, typed.Path, s.place(), typed.By)
	switch {
	case example != nil:
		typed = beginWith(call, typed, found)
	case found.Works():
		typed = found.Reading
	case typed.List == "":
		typed.List, typed.Fields = onlyEmptyList(found.Look.Document), plainFields(call)
	}
	if err := s.accept(ctx, call, found, typed); err != nil {
		return err
	}
	if trial := s.draft.Trials[call]; found.Err != nil {
		trial.Example = example
		s.draft.Trials[call] = trial
	}
	return nil
}

// onlyEmptyList returns the path of an answer's only list where that is empty, else that of the whole answer.
func onlyEmptyList(answer any) string {
	if lists := discovery.Lists(answer); len(lists) == 1 && len(lists[0].Items) == 0 {
		return lists[0].Path
	}
	return "$"
}

// plainFields returns the fields without which a call cannot be read, for a list that shows none yet.
func plainFields(call Call) map[string]string {
	fields := mapping.Fewest(call)
	delete(fields, mapping.EnrolmentID) // which number saving needs is never guessed
	return fields
}

// Again looks for one call anew at the likely paths.
func (c *Connecting) Again(ctx context.Context, school roll.School, call Call) error {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		if err := s.prepare(ctx, call, ""); err != nil {
			return err
		}
		return s.one(ctx, call)
	})
}

// Without says that the service has no such call.
func (c *Connecting) Without(ctx context.Context, school roll.School, call Call) error {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		if call == mapping.Periods {
			return roll.Problem(roll.Meaningless, "problem.what.422")
		}
		s.draft.Trials[call] = Trial{Finding: mapping.FindingNoCall}
		s.draft.Mapping = s.draft.Mapping.With(call, Reading{Absent: true})
		if call == mapping.People {
			return s.read(ctx, mapping.Students)
		}
		return nil
	})
}

// Import takes a mapping's file for the draft, and tries each of its calls.
func (c *Connecting) Import(ctx context.Context, school roll.School, file string) error {
	mapped, err := mapping.Load(strings.NewReader(file))
	if err != nil {
		return err
	}
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		*s.draft = Draft{Mapping: mapped, Trials: make(map[Call]Trial)}
		for _, call := range []Call{mapping.Students, mapping.Statuses} {
			if mapped.Of(call).Absent {
				s.draft.Trials[call] = Trial{Finding: mapping.FindingNoCall}
			}
		}
		return s.tryAll(ctx, mapping.Calls())
	})
}
