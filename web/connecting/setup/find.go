package setup

import (
	"context"
	"time"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
)

// all searches for one call after the other. Without a period no other call can be made. A call's earlier reading stays
// if it still works, so that typed or chosen settings are not guessed again. A list that was declared absent stays
// absent.
func (s *seeker) all(ctx context.Context, before Draft) {
	for _, row := range s.rows {
		call, was, isKnown := row.call, before.Trials[row.call], !s.draft.Mapping.Of(row.call).Absent
		switch {
		case s.err != nil, row.isSought != nil && !row.isSought(*s.draft):
			continue
		case !mapping.IsAlways(call) && s.draft.Trials[mapping.Periods].Items == 0:
			s.draft.Trials[call] = Trial{Finding: mapping.FindingNotTried}
			continue
		case was.Finding == mapping.FindingNoCall:
			s.draft.Trials[call] = was
			continue
		case isKnown && (was.Items > 0 || before.InForce) && !s.draft.Asks(call):
			if s.draft.Trials[call] = was; s.again(ctx, call) {
				continue
			}
		}
		s.one(ctx, call)
	}
}

// one searches for a call at its likely paths, and then in the way of the call's row.
func (s *seeker) one(ctx context.Context, call Call) {
	reading := s.draft.Mapping.Of(call)
	known := reading.Path
	if mapping.IsByClass(call, reading) {
		known = ""
	}
	var found discovery.Found
	var gaveUp error
	if known != "" && s.isTyped(call) {
		found, gaveUp = s.search.Try(ctx, call, known, s.place())
	} else {
		found, gaveUp = s.search.Find(ctx, call, s.place(), known)
	}
	if row := s.row(call); row.otherwise != nil && gaveUp == nil {
		found = row.otherwise(s, ctx, found)
	}
	s.take(ctx, call, found)
}

// isTyped reports whether a person gave the path of a call. A search never drops such a path.
func (s *seeker) isTyped(call Call) bool {
	reading := s.draft.Mapping.Of(call)
	return !reading.Absent && reading.Path != "" && !discovery.IsLikely(call, reading.Path)
}

// earlierDays is how many days back a search looks for marks when there are none today.
const earlierDays = 4

// earlier guesses the reading of a day without marks from a day before it.
func (s *seeker) earlier(ctx context.Context, today discovery.Found) discovery.Found {
	if today.Works() || today.Err != nil {
		return today
	}
	at := s.place()
	for days := range earlierDays {
		at.Date = s.now.AddDate(0, 0, -1-days).Format(time.DateOnly)
		// When a search gives up it finds nothing, and the result of today explains more.
		if found, _ := s.search.Try(ctx, mapping.Day, today.Reading.Path, at); found.Works() {
			return found
		}
	}
	return today
}

// take puts the result into the draft and reads the list. When no path leads to a list, it records the call as absent,
// but not one that every service has or whose path a person typed. A passing failure leaves the reading as it is.
func (s *seeker) take(ctx context.Context, call Call, found discovery.Found) {
	takes := s.row(call).takes
	switch {
	case found.Works() && takes != nil:
		takes(s, ctx, found)
		return
	case found.Works():
		s.put(ctx, call, found)
		return
	}
	trial := s.describe(call, found).Trial
	s.draft.Trials[call] = trial
	missing := trial.Finding == mapping.FindingWrongPath || trial.Finding == mapping.FindingUnreadable
	if !mapping.IsAlways(call) && missing && !s.isTyped(call) {
		s.draft.Mapping = s.draft.Mapping.With(call, Reading{Absent: true})
	}
}

// tryAll tries the calls as the draft reads them.
func (s *seeker) tryAll(ctx context.Context, calls []Call) {
	for _, call := range calls {
		if reading := s.draft.Mapping.Of(call); !reading.Absent && s.err == nil {
			s.tryWith(ctx, call, reading)
		}
	}
}

// prepare finds the period and, for students listed by class, a class.
func (s *seeker) prepare(ctx context.Context, call Call, reading Reading) {
	if !mapping.IsAlways(call) && s.draft.Period.ID == "" {
		s.again(ctx, mapping.Periods)
	}
	switch {
	case !mapping.IsByClass(call, reading):
	case !s.draft.Mapping.Of(mapping.Classes).Absent:
		s.again(ctx, mapping.Classes)
	default:
		found, _ := s.search.Find(ctx, mapping.Classes, s.place(), "")
		s.take(ctx, mapping.Classes, found)
	}
}
