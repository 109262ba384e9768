package setup

import (
	"context"
	"slices"
	"time"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
)

// Find looks for all calls with the school's own key and keeps what it finds as the draft.
func (c *Connecting) Find(ctx context.Context, school roll.School) error {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		before := *s.draft
		before.InForce = before.InForce && school.Mapping != ""
		*s.draft = Draft{Mapping: before.Mapping, Trials: make(map[Call]Trial)}
		if before.Period.Chosen {
			s.draft.Period = before.Period
		}
		return s.all(ctx, before)
	})
}

// all looks for one call after the other; what worked in the draft before stays. Without a period nothing
// else can be asked.
func (s *seeker) all(ctx context.Context, before Draft) error {
	for _, call := range mapping.Calls() {
		if call == mapping.Classes || call == mapping.People && !s.draft.Lacks(readings.NoNames) {
			continue // only where students come by class, or without names
		}
		if call != mapping.Periods && s.draft.Trials[mapping.Periods].Items == 0 {
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

// keeps leaves a call as it was read before, where it still can be: what was typed or chosen is not guessed
// again. A list stays absent where somebody said that there is none, and an example goes on waiting for its
// address.
func (s *seeker) keeps(ctx context.Context, call Call, before Draft) (bool, error) {
	was := before.Trials[call]
	if was.Finding == mapping.FindingNoCall || was.AwaitsAddress() {
		s.draft.Trials[call] = was
		return true, nil
	}
	reading := s.draft.Mapping.Of(call)
	if reading.Absent || was.Items == 0 && !before.InForce || call == mapping.Students && s.draft.Asks() {
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

// one looks for a call. Students that are not listed by period are looked for by class.
func (s *seeker) one(ctx context.Context, call Call) error {
	reading := s.draft.Mapping.Of(call)
	known := reading.Path
	if reading.By == mapping.ByClass {
		known = ""
	}
	var found discovery.Found
	var err error
	if known != "" && s.isTyped(call) {
		found, err = s.search.Try(ctx, call, known, s.place(), "")
	} else {
		found, err = s.search.Find(ctx, call, s.place(), known)
	}
	if call == mapping.Students && err == nil && !enrols(found) {
		return s.byClass(ctx, found)
	}
	if call == mapping.Day && err == nil && !found.Works() && found.Err == nil {
		found = s.earlier(ctx, found)
	}
	return s.take(ctx, call, found)
}

// isTyped reports whether a person gave the path of a call. Looking again never throws such a path away.
func (s *seeker) isTyped(call Call) bool {
	reading := s.draft.Mapping.Of(call)
	return !reading.Absent && reading.Path != "" && !discovery.IsLikely(call, reading.Path)
}

// enrols reports whether students were found with a number that may be the one that saving needs.
func enrols(found discovery.Found) bool {
	return found.Works() && found.Guess.Warning != discovery.NoEnrolment
}

// earlierDays is the number of days back on which marks are looked for where there are none of today.
const earlierDays = 4

// earlier guesses how a day is read from one before today.
func (s *seeker) earlier(ctx context.Context, today discovery.Found) discovery.Found {
	for days := range earlierDays {
		at := s.place()
		at.Date = s.now.AddDate(0, 0, -1-days).Format(time.DateOnly)
		found, err := s.search.Try(ctx, mapping.Day, today.Reading.Path, at, "")
		if err != nil {
			break
		}
		if found.Works() {
			return found
		}
	}
	return today
}

// byClass looks for the classes of the period, and for the students of the first of them.
func (s *seeker) byClass(ctx context.Context, without discovery.Found) error {
	classes, err := s.search.Find(ctx, mapping.Classes, s.place(), "")
	if err != nil || !classes.Works() {
		return s.take(ctx, mapping.Students, without)
	}
	if err := s.take(ctx, mapping.Classes, classes); err != nil {
		return err
	}
	// The error needs no care: the result tells why a search gave up.
	students, _ := s.search.FindPerClass(ctx, s.place())
	students.Tried = slices.Concat(without.Tried, students.Tried)
	if !enrols(students) && without.Works() {
		students = without
	}
	return s.take(ctx, mapping.Students, students)
}

// take puts what was found into the draft and reads the list by it. A call is taken for one that the service
// has not, where something else answered at every path. It stays as it was after a failure, which may pass;
// so do the call of the periods, which every service has, and an example.
func (s *seeker) take(ctx context.Context, call Call, found discovery.Found) error {
	if found.Works() {
		if call == mapping.Students && found.Reading.By != mapping.ByClass {
			delete(s.draft.Trials, mapping.Classes)
			s.draft.Mapping = s.draft.Mapping.With(mapping.Classes, Reading{Absent: true})
		}
		return s.put(ctx, call, found)
	}
	if s.draft.Trials[call].AwaitsAddress() {
		return nil
	}
	trial := s.describe(call, found)
	s.draft.Trials[call] = trial
	missing := trial.Finding == mapping.FindingWrongPath || trial.Finding == mapping.FindingUnreadable
	if call != mapping.Periods && missing && !s.isTyped(call) {
		s.draft.Mapping = s.draft.Mapping.With(call, Reading{Absent: true})
	}
	return nil
}
