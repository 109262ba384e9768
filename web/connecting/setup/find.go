package setup

import (
	"context"
	"time"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
)

// all searches for one call after the other. Calls that worked in the earlier draft stay. Without a period no
// other call can be made.
func (s *seeker) all(ctx context.Context, before Draft) error {
	for _, row := range s.rows {
		call := row.call
		if row.isSought != nil && !row.isSought(*s.draft) {
			continue
		}
		if !mapping.IsAlways(call) && s.draft.Trials[mapping.Periods].Items == 0 {
			s.draft.Trials[call] = Trial{Finding: mapping.FindingNotTried}
			continue
		}
		kept, err := s.keeps(ctx, call, before)
		if err == nil && !kept {
			err = s.one(ctx, call)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keeps keeps a call's earlier reading if it still works, so that typed or chosen settings are not guessed
// again. A list that was declared absent stays absent, and an example continues to wait for its address.
func (s *seeker) keeps(ctx context.Context, call Call, before Draft) (bool, error) {
	was := before.Trials[call]
	if was.Finding == mapping.FindingNoCall || was.AwaitsAddress() {
		s.draft.Trials[call] = was
		return true, nil
	}
	reading := s.draft.Mapping.Of(call)
	if reading.Absent || was.Items == 0 && !before.InForce || s.isOpen(call) {
		return false, nil
	}
	if err := s.prepare(ctx, call, reading.By); err != nil {
		return false, err
	}
	found := s.search.Look(ctx, call, reading.Path, s.place())
	if len(itemsOf(found, reading)) == 0 {
		return false, nil
	}
	if err := s.accept(ctx, call, found, reading); err != nil {
		return false, err
	}
	now := s.draft.Trials[call]
	now.Unsure = was.Unsure
	s.draft.Trials[call] = now
	return now.Items > 0, nil
}

// one searches for a call at its likely paths, and then in the way of the call's row.
func (s *seeker) one(ctx context.Context, call Call) error {
	reading := s.draft.Mapping.Of(call)
	known := reading.Path
	if reading.By == mapping.ByClass {
		known = ""
	}
	var found discovery.Found
	var err error
	if known != "" && s.isTyped(call) {
		found, err = s.search.Try(ctx, call, known, s.place())
	} else {
		found, err = s.search.Find(ctx, call, s.place(), known)
	}
	if row := s.row(call); row.otherwise != nil && err == nil {
		if found, err = row.otherwise(s, ctx, found); err != nil {
			return err
		}
	}
	return s.take(ctx, call, found)
}

// isTyped reports whether a person gave the path of a call. A search never drops such a path.
func (s *seeker) isTyped(call Call) bool {
	reading := s.draft.Mapping.Of(call)
	return !reading.Absent && reading.Path != "" && !discovery.IsLikely(call, reading.Path)
}

// earlierDays is how many days back a search looks for marks when there are none today.
const earlierDays = 4

// earlier guesses the reading of a day without marks from a day before it.
func (s *seeker) earlier(ctx context.Context, today discovery.Found) (discovery.Found, error) {
	if today.Works() || today.Err != nil {
		return today, nil //nolint:nilerr // the result has the error
	}
	for days := range earlierDays {
		at := s.place()
		at.Date = s.now.AddDate(0, 0, -1-days).Format(time.DateOnly)
		found, err := s.search.Try(ctx, mapping.Day, today.Reading.Path, at)
		if err != nil {
			break
		}
		if found.Works() {
			return found, nil
		}
	}
	return today, nil //nolint:nilerr // the result of today explains more
}

// take puts the result into the draft and reads the list. It records a call as absent when no path leads to a
// list. It leaves the call unchanged after a passing failure, for an example, and for the
// periods, which every service has.
func (s *seeker) take(ctx context.Context, call Call, found discovery.Found) error {
	if takes := s.row(call).takes; takes != nil && found.Works() {
		return takes(s, ctx, found)
	}
	if found.Works() {
		return s.put(ctx, call, found)
	}
	if s.draft.Trials[call].AwaitsAddress() {
		return nil
	}
	trial := s.describe(call, found)
	s.draft.Trials[call] = trial
	missing := trial.Finding == mapping.FindingWrongPath || trial.Finding == mapping.FindingUnreadable
	if !mapping.IsAlways(call) && missing && !s.isTyped(call) {
		s.draft.Mapping = s.draft.Mapping.With(call, Reading{Absent: true})
	}
	return nil
}

// tryAll tries the calls as the draft reads them.
func (s *seeker) tryAll(ctx context.Context, calls []Call) error {
	for _, call := range calls {
		reading := s.draft.Mapping.Of(call)
		if reading.Absent {
			continue
		}
		if err := s.tryWith(ctx, call, reading); err != nil {
			return err
		}
	}
	return nil
}

// tryWith tries a call with the reading and puts it into the draft.
func (s *seeker) tryWith(ctx context.Context, call Call, reading Reading) error {
	if err := s.prepare(ctx, call, reading.By); err != nil {
		return err
	}
	return s.accept(ctx, call, s.search.Look(ctx, call, reading.Path, s.place()), reading)
}

// prepare finds the period and, for students listed by class, a class.
func (s *seeker) prepare(ctx context.Context, call Call, by mapping.Scope) error {
	if !mapping.IsAlways(call) && s.draft.Period.ID == "" {
		if err := s.read(ctx, mapping.Periods); err != nil {
			return err
		}
	}
	if by != mapping.ByClass {
		return nil
	}
	if !s.draft.Mapping.Of(mapping.Classes).Absent {
		return s.read(ctx, mapping.Classes)
	}
	found, _ := s.search.Find(ctx, mapping.Classes, s.place(), "")
	return s.take(ctx, mapping.Classes, found)
}
