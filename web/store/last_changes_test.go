package store

import (
	"fmt"
	"testing"
	"time"

	"rollbook/web/roll"
)

func lastChangeSentences() []sentence {
	return []sentence{
		{"the last change of a student has both values, the person and the time", theLastChangeOfEach},
		{"a save of the same status and time is no change", aRepeatedSaveIsNoChange},
		{"a change found in the school system is the last change", aChangeElsewhereIsTheLast},
		{"last changes are only of the requested school, dates and students", lastChangesAreOfTheRequest},
		{"a press has the save that each of its students had before", whatAPressReplaced},
		{"a mark shows the same last change as all saves of its day", aMarkShowsItsLastChange},
	}
}

func theLastChangeOfEach(f *fixture) {
	t := f.t
	f.accept(t, press("first", absent(), unseen(1, 2)...))
	f.clock.advance(time.Minute)
	corrected := correction("second", "came later", seen(1, 1))
	f.accept(t, corrected)
	last, err := f.LastChanges(t.Context(), north, today, today, []roll.EnrolmentID{1, 2, 3})
	must(t, err)
	if len(last) != 2 {
		t.Fatalf("they are %+v", last)
	}
	if got := last[0]; got.Enrolment != 1 || got.From != absent().Name || got.Status.Name != present().Name || got.By != office() || !got.At.Equal(f.clock.Now()) || got.Date != today || !got.Corrects() || got.Taken.By != teacher() || !got.Taken.At.Equal(f.clock.Now().Add(-time.Minute)) {
		t.Errorf("the corrected one is %+v", got)
	}
	if got := last[1]; got.Enrolment != 2 || got.From != "" || got.Status.Name != absent().Name || got.By != teacher() || got.Corrects() || got.Taken.By != teacher() {
		t.Errorf("the first mark is %+v", got)
	}
}

func whatAPressReplaced(f *fixture) {
	t := f.t
	late := roll.Status{ID: 3, Name: "Late", Family: roll.Late}
	f.accept(t, press("first", present(), unseen(1)...))
	f.clock.advance(time.Minute)
	f.accept(t, press("late", late, seen(1, 1)))
	f.clock.advance(time.Minute)
	f.accept(t, press("wrong", absent(), seen(1, 2)), press("others", present(), unseen(2, 3)...))
	f.clock.advance(time.Minute)
	f.accept(t, correction("after", "came later", seen(1, 3)))
	save, err := f.Save(t.Context(), north, "others")
	must(t, err)
	rows, err := f.Before(t.Context(), save)
	must(t, err)
	if len(rows) != 3 {
		t.Fatalf("they are %+v", rows)
	}
	if got := rows[0]; got.Enrolment != 1 || got.Version != 3 || got.Given.Token != "wrong" || got.Before.Token != "late" {
		t.Errorf("the first is %+v", got)
	}
	if got := rows[2]; got.Enrolment != 3 || got.Given.Token != "others" || got.Before.Token != "" {
		t.Errorf("the last is %+v", got)
	}
	back := press("back", late, roll.SaveRow{Enrolment: 1, Student: studentOf(1), Seen: 4, Decided: true})
	back.By = office()
	f.accept(t, back)
	marks, err := f.Marks(t.Context(), north, today, []roll.EnrolmentID{1})
	must(t, err)
	if mark := marks[1]; mark.Status.ID != late.ID || mark.Version != 5 {
		t.Errorf("it was taken back to %+v", mark)
	}
}

func aRepeatedSaveIsNoChange(f *fixture) {
	t := f.t
	f.accept(t, press("first", absent(), unseen(1, 2)...))
	corrected := correction("second", "came later", seen(1, 1))
	f.accept(t, corrected)
	f.accept(t, press("again", present(), seen(1, 2)))
	f.accept(t, press("also", absent(), seen(2, 1)))
	last, err := f.LastChanges(t.Context(), north, today, today, []roll.EnrolmentID{1, 2})
	must(t, err)
	if len(last) != 2 || last[0].From != absent().Name || last[0].Status.Name != present().Name || last[0].By != office() || last[1].From != "" {
		t.Errorf("they are %+v", last)
	}
}

func aChangeElsewhereIsTheLast(f *fixture) {
	t := f.t
	f.noteChanged(t, 1, f.settled(t, "Late"))
	last, err := f.LastChanges(t.Context(), north, today, today, []roll.EnrolmentID{1})
	must(t, err)
	_, shown, err := f.DayAndChanges(t.Context(), north, today)
	must(t, err)
	if len(last) != 1 || last[0].From != "Absent" || last[0].Status.Name != "Late" || last[0].By != (roll.Actor{}) {
		t.Errorf("it is %+v", last)
	}
	last[0].Enrolment = 0
	if len(shown) != 1 || *shown[1] != last[0] {
		t.Errorf("the day shows %+v", shown)
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

// aMarkShowsItsLastChange makes every order of four marks by a tablet, a teacher and the office, some of the same
// value, each for another student.
func aMarkShowsItsLastChange(f *fixture) {
	t := f.t
	door := roll.Actor{Person: "t1", Name: "Door 12", Role: roll.AtDoor, Tablet: "Door 12"}
	steps := []struct {
		by     roll.Actor
		status roll.Status
	}{{door, present()}, {teacher(), present()}, {teacher(), absent()}, {office(), absent()}}
	const length = 4
	var students []roll.EnrolmentID
	versions := make(map[roll.EnrolmentID]int64)
	accept := func(save roll.Save) {
		for _, row := range f.accept(t, save)[0].Kept {
			versions[row.Enrolment] = row.Version
		}
		f.clock.advance(time.Minute)
	}
	asked := func(student roll.EnrolmentID) roll.SaveRow {
		return roll.SaveRow{Enrolment: student, Student: studentOf(student), Seen: versions[student], Decided: true}
	}
	for order := range len(steps) * len(steps) * len(steps) * len(steps) {
		students = append(students, roll.EnrolmentID(order+1))
	}
	for place := range length {
		for at, step := range steps {
			save := press(roll.Token(fmt.Sprint("press-", place, at)), step.status)
			save.By = step.by
			for order, student := range students {
				if order>>(2*place)&(len(steps)-1) == at {
					save.Rows = append(save.Rows, asked(student))
				}
			}
			accept(save)
		}
		f.marksShowTheirChanges(t, students)
	}
	// An earlier version of the program changed two marks, and this one changes them again. A teacher was the first to
	// mark 2, whose last mark is a tap.
	_, err := f.Database.Exec(t.Context(), `UPDATE marks SET taken = '', changed = '', known = 0 WHERE enrolment IN (2, 7)`)
	must(t, err)
	f.marksShowTheirChanges(t, students)
	again := press("again", roll.Status{ID: 3, Name: "Late", Family: roll.Late}, asked(2), asked(7))
	again.By = office()
	accept(again)
	f.marksShowTheirChanges(t, students)
}

// marksShowTheirChanges compares the changes in marks with those in all saves of the day.
func (f *fixture) marksShowTheirChanges(t *testing.T, students []roll.EnrolmentID) {
	t.Helper()
	want, err := f.LastChanges(t.Context(), north, today, today, students)
	must(t, err)
	_, got, err := f.DayAndChanges(t.Context(), north, today)
	must(t, err)
	if len(got) != len(students) || len(want) != len(students) {
		t.Fatalf("%d and %d changes of %d students", len(got), len(want), len(students))
	}
	all := make([]*roll.LastChange, len(want))
	for i := range want {
		of := got[want[i].Enrolment]
		want[i].Enrolment, want[i].From, of.From = 0, "", ""
		if *of != want[i] {
			t.Fatalf("the mark shows\n%+v\nthe saves\n%+v", *of, want[i])
		}
		all[i] = of
	}
	class, err := f.ClassMarks(t.Context(), north, today, students)
	must(t, err)
	if class.Taking != roll.TakingOf(all) {
		t.Errorf("the class was taken by %+v, not %+v", class.Taking, roll.TakingOf(all))
	}
}
