package store

import (
	"time"

	"rollbook/web/roll"
)

func lastChangeSentences() []sentence {
	return []sentence{
		{"the last change of a student has both values, the person and the time", theLastChangeOfEach},
		{"a save of the same status and time is no change", aRepeatedSaveIsNoChange},
		{"a change found in the school system is the last change", aChangeElsewhereIsTheLast},
		{"the teacher who took a class last is known", whoTookAClassLast},
		{"last changes are only of the requested school, dates and students", lastChangesAreOfTheRequest},
	}
}

func theLastChangeOfEach(f *fixture) {
	t := f.t
	f.accept(t, press("first", absent(), unseen(1, 2)...))
	f.clock.advance(time.Minute)
	corrected := press("second", present(), seen(1, 1))
	corrected.By = office()
	f.accept(t, corrected)
	last, err := f.LastChanges(t.Context(), north, today, today, []roll.EnrolmentID{1, 2, 3})
	must(t, err)
	if len(last) != 2 {
		t.Fatalf("they are %+v", last)
	}
	if got := last[0]; got.Enrolment != 1 || got.From != absent().Name || got.To != present().Name || got.By != office() || !got.At.Equal(f.clock.Now()) || got.Date != today || !got.Corrects() || got.Taken.By != teacher() || !got.Taken.At.Equal(f.clock.Now().Add(-time.Minute)) {
		t.Errorf("the corrected one is %+v", got)
	}
	if got := last[1]; got.Enrolment != 2 || got.From != "" || got.To != absent().Name || got.By != teacher() || got.Corrects() || got.Taken.By != teacher() {
		t.Errorf("the first mark is %+v", got)
	}
}

func aRepeatedSaveIsNoChange(f *fixture) {
	t := f.t
	f.accept(t, press("first", absent(), unseen(1, 2)...))
	corrected := press("second", present(), seen(1, 1))
	corrected.By = office()
	f.accept(t, corrected)
	f.accept(t, press("again", present(), seen(1, 2)))
	f.accept(t, press("also", absent(), seen(2, 1)))
	last, err := f.LastChanges(t.Context(), north, today, today, []roll.EnrolmentID{1, 2})
	must(t, err)
	if len(last) != 2 || last[0].From != absent().Name || last[0].To != present().Name || last[0].By != office() || last[1].From != "" {
		t.Errorf("they are %+v", last)
	}
}

func aChangeElsewhereIsTheLast(f *fixture) {
	t := f.t
	f.noteChanged(t, 1, f.settled(t, "Late"))
	last, err := f.LastChanges(t.Context(), north, today, today, []roll.EnrolmentID{1})
	must(t, err)
	if len(last) != 1 || last[0].From != "Absent" || last[0].To != "Late" || last[0].By != (roll.Actor{}) {
		t.Errorf("it is %+v", last)
	}
}

func lastChangesAreOfTheRequest(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	f.accept(t, press("here", absent(), unseen(1, 2)...))
	theirs := press("there", absent(), unseen(1)...)
	theirs.School = "south"
	f.accept(t, theirs)
	for _, asked := range []struct {
		school     roll.SchoolID
		from, to   roll.Date
		enrolments []roll.EnrolmentID
		want       int
	}{
		{north, today, today, []roll.EnrolmentID{1}, 1},
		{north, today, today, nil, 0},
		{north, today.AddDays(-3), today.AddDays(-1), []roll.EnrolmentID{1}, 0},
		{north, today.AddDays(-3), today, []roll.EnrolmentID{1, 2}, 2},
		{"south", today, today, []roll.EnrolmentID{1, 2}, 1},
	} {
		last, err := f.LastChanges(t.Context(), asked.school, asked.from, asked.to, asked.enrolments)
		must(t, err)
		if len(last) != asked.want {
			t.Errorf("asked for %+v: %+v", asked, last)
		}
	}
}

func whoTookAClassLast(f *fixture) {
	t := f.t
	f.accept(t, press("first", absent(), unseen(1, 2)...))
	corrected := press("second", present(), seen(1, 1))
	corrected.By = office()
	f.accept(t, corrected)
	for from, want := range map[roll.Date]string{today.AddDays(-1): teacher().Name, today.AddDays(-9): teacher().Name, today.AddDays(1): ""} {
		takers, err := f.LastTakers(t.Context(), north, from, max(from, today))
		must(t, err)
		if got := takers[corrected.Class]; got != want {
			t.Errorf("from %s it is %q", from, got)
		}
	}
}
