package store

import (
	"maps"

	"rollbook/web/roll"
)

// outcomesOf returns the day's outcomes by student, at the version.
func (f *fixture) outcomesOf(version int64) map[roll.EnrolmentID]roll.Outcome {
	f.t.Helper()
	told, err := f.DayOutcomesAt(f.t.Context(), version, north, today)
	must(f.t, err)
	outcomes := make(map[roll.EnrolmentID]roll.Outcome)
	for student := range told.Marked {
		outcomes[student] = told.Of(student)
	}
	return outcomes
}

// theDayHasEveryOutcome compares a day's indexes with its marks, with one mark in each possible
// state.
func theDayHasEveryOutcome(f *fixture) {
	t := f.t
	if outcomes := f.outcomesOf(0); len(outcomes) > 0 {
		t.Fatalf("of an empty day it tells %v", outcomes)
	}
	want := map[roll.EnrolmentID]roll.Outcome{9: roll.Saved}
	var all []roll.EnrolmentID
	for i, outcome := range roll.Outcomes(func(roll.Outcome) bool { return true }) {
		want[roll.EnrolmentID(20+i)] = outcome
		all = append(all, roll.EnrolmentID(20+i))
	}
	f.accept(t, press("here", absent(), unseen(append(all, 9)...)...))
	f.answer(t, f.claim(t, "here"))
	for enrolment, outcome := range want {
		_, err := f.Database.Exec(t.Context(), `UPDATE marks SET state = $1 WHERE school = $2 AND enrolment = $3`, outcome, north, enrolment)
		must(t, err)
	}
	yesterday := press("yesterday", present(), unseen(3)...)
	yesterday.Date = today.AddDays(-1)
	f.accept(t, yesterday)
	tells := func(what string, statements int64) {
		t.Helper()
		asked := f.Database.Statements()
		outcomes := f.outcomesOf(0)
		if !maps.Equal(outcomes, want) || f.Database.Statements() != asked+statements {
			t.Errorf("%s it tells %v with %d statements, not %v", what, outcomes, f.Database.Statements()-asked, want)
		}
	}
	tells("in every state", 1)
	elsewhere := *f
	elsewhere.Store = f.another(t)
	elsewhere.accept(t, press("elsewhere", absent(), unseen(50)...))
	want[50] = roll.Waiting
	tells("with a save of another process", 2)
	f.accept(t, press("again", absent(), unseen(51)...), press("another", present(), seen(50, 1)))
	want[51] = roll.Waiting
	tells("with saves of this process", 1)
	f.answer(t, f.claim(t, "again"))
	want[51] = roll.Saved
	tells("with an answer", 1)
}

// theDayIsReadOnceAVersion reads a day at one version of the school's marks twice, and then at the next.
func theDayIsReadOnceAVersion(f *fixture) {
	t := f.t
	f.accept(t, press("first", absent(), unseen(1)...))
	for _, read := range []struct{ version, statements int64 }{{7, 2}, {7, 0}, {8, 1}, {0, 1}, {0, 1}} {
		asked := f.Database.Statements()
		outcomes := f.outcomesOf(read.version)
		if spent := f.Database.Statements() - asked; len(outcomes) != 1 || outcomes[1] != roll.Waiting || spent != read.statements {
			t.Errorf("at version %d it tells %v with %d statements", read.version, outcomes, spent)
		}
	}
}
