package store

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/keeping"
	"rollbook/web/store/lists"
)

func knownSentences() []sentence {
	return []sentence{
		{"a known absence holds on its dates and days of the week", aKnownAbsenceHolds},
		{"known absences and movements stay with their students when the list changes", whatIsKnownStays},
		{"known absences and movements are read again after every change, not after a save", whatIsKnownIsReadAnew},
		{"a changed known absence is replaced, and one that is told twice is kept once", aKnownAbsenceIsReplaced},
		{"a known absence is kept with the saves of its press, once, or none of them is", knownAbsencesBelongToAPress},
		{"the details of a form wait for a sign-in, once, until their end, and a school holds few", detailsAreHeld},
		{"a school has reasons of its own, once it has stored some", aSchoolHasOwnReasons},
		{"known absences are sealed again, forgotten, and end with their school", knownAbsencesEnd},
	}
}

func known(id roll.KnownID, student roll.EnrolmentID) roll.KnownAbsence {
	return roll.KnownAbsence{
		ID: id, School: north, Generation: 1, Period: "2026", Enrolment: student, From: "2026-03-02", To: "2026-03-13", Status: 4,
		StatusName: "Excused", Family: roll.Excused, Sealed: []byte("1ssssssss-ill"), MadeBy: roll.Actor{Person: "o", Name: "Olga", Role: roll.Office},
	}
}

func (f *fixture) knownOn(t *testing.T, date roll.Date, generation int64) map[roll.EnrolmentID]roll.KnownAbsence {
	t.Helper()
	on, err := f.KnownOn(t.Context(), 0, north, generation, date)
	must(t, err)
	return on
}

func whatIsKnownIsReadAnew(f *fixture) {
	t, r, date := f.t, f.pageReader(f.t), roll.Date("2026-03-03")
	elsewhere := r.elsewhere
	wants := func(after string, absent, moved int) roll.Versions {
		t.Helper()
		admission, _ := f.admission(t, r.sessions, north)
		on, err := f.KnownOn(t.Context(), admission.Versions.Absences, north, 1, date)
		must(t, err)
		moves, err := f.MovementsOn(t.Context(), admission.Versions.Absences, north, 1, date)
		must(t, err)
		of := slices.DeleteFunc(slices.Clone(moves[1]), func(m roll.Movement) bool { return m.EndedBy.Person != "" })
		if len(on) != absent || len(of) != moved {
			t.Errorf("after %s there are %d absences and %d movements", after, len(on), len(of))
		}
		return admission.Versions
	}
	before := wants("nothing", 0, 0)
	elsewhere.accept(t, press("a save", absent(), unseen(1)...))
	if after := wants("a save", 0, 0); after.Absences != before.Absences || after.Marks <= before.Marks {
		t.Errorf("a save raises %+v to %+v", before, after)
	}
	must(t, elsewhere.AddKnown(t.Context(), []roll.KnownAbsence{known("a", 1)}))
	if after := wants("an absence", 1, 0); after.Marks <= before.Marks+1 {
		t.Errorf("an absence raises %+v to %+v", before, after)
	}
	move := roll.Movement{School: north, ID: "m", Generation: 1, Enrolment: 1, Date: date, Kind: roll.MoveOut,
		Sealed: []byte{}, MadeBy: teacher()}
	must(t, elsewhere.AddMovement(t.Context(), move))
	wants("a movement", 1, 1)
	must(t, elsewhere.EndKnown(t.Context(), north, "a", office()))
	wants("an end", 0, 1)
	must(t, elsewhere.EndMovement(t.Context(), north, "m", office()))
	wants("a removal", 0, 0)
}

func aKnownAbsenceHolds(f *fixture) {
	t := f.t
	weekly := known("b", 2)
	weekly.Weekdays, weekly.After, weekly.Until = []time.Weekday{time.Tuesday, time.Friday}, "11:00", "13:00"
	must(t, f.AddKnown(t.Context(), []roll.KnownAbsence{known("a", 1), weekly}))
	on := f.knownOn(t, "2026-03-03", 1)
	if len(on[1].Sealed) > 0 {
		t.Error("a roll reads the details")
	}
	if len(on) != 2 || on[1].StatusName != "Excused" || on[2].After+on[2].Until != "11:0013:00" || len(on[2].Weekdays) != 2 || on[1].MadeBy.Name != "Olga" {
		t.Errorf("on Tuesday they are %+v", on)
	}
	for date, want := range map[roll.Date]int{"2026-03-01": 0, "2026-03-02": 1, "2026-03-06": 2, "2026-03-13": 2, "2026-03-14": 0} {
		if on := f.knownOn(t, date, 1); len(on) != want {
			t.Errorf("on %s there are %d", date, len(on))
		}
	}
}

// whatIsKnownStays has three lists: the first, one where the number of student 2 names another, and one of another
// address, which names student 1 again and another student 3.
func whatIsKnownStays(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee", "Bo Berg", "Cy Dahl")
	for id, student := range map[roll.Token]roll.EnrolmentID{"a": 1, "b": 2, "c": 3} {
		must(t, f.AddKnown(t.Context(), []roll.KnownAbsence{known(roll.KnownID(id), student)}))
		move := movement(id, roll.MoveOut, "11:00")
		move.Enrolment = student
		must(t, f.AddMovement(t.Context(), move))
	}
	want := func(what string, students ...roll.EnrolmentID) {
		t.Helper()
		on := f.knownOn(t, "2026-03-03", f.school(t).Generation)
		moves, err := f.MovementsOn(t.Context(), 0, north, f.school(t).Generation, "2026-03-03")
		must(t, err)
		if have := slices.Sorted(maps.Keys(on)); !slices.Equal(have, students) {
			t.Errorf("%s the absences are those of %v", what, have)
		}
		if have := slices.Sorted(maps.Keys(moves)); !slices.Equal(have, students) {
			t.Errorf("%s the movements are those of %v", what, have)
		}
		all, err := f.KnownSince(t.Context(), north, "2026-03-03")
		must(t, err)
		for _, one := range all {
			if one.Former == slices.Contains(students, one.Enrolment) {
				t.Errorf("%s that of %d is former: %t", what, one.Enrolment, one.Former)
			}
		}
	}
	want("first", 1, 2, 3)
	ids := []roll.StudentID{5001, 6002, 5003}
	var students []roll.Enrolment
	for i, name := range []string{"Ann", "Ida", "Cy"} {
		students = append(students, roll.Enrolment{ID: roll.EnrolmentID(i + 1), Student: ids[i], Given: name, Class: "8b", ClassName: "8B"})
	}
	must(t, f.PutStudents(t.Context(), north, "2026", lists.FromService, students))
	want("after another student got a number", 1, 3)
	must(t, lists.ForgetFormer(t.Context(), f.Database, north, "2026-01-01"))
	want("after the names of former students were forgotten", 1, 3)
	f.moveTo(t, "https://south.example")
	students[2].Student, students[2].Given = 7003, "Zoe"
	must(t, f.PutStudents(t.Context(), north, "2026", lists.FromService, students))
	want("at another address", 1)
}

func aKnownAbsenceIsReplaced(f *fixture) {
	t := f.t
	must(t, f.AddKnown(t.Context(), []roll.KnownAbsence{known("a", 1)}))
	longer := known("b", 1)
	longer.To, longer.Replaces = "2026-03-20", "a"
	must(t, f.AddKnown(t.Context(), []roll.KnownAbsence{longer}))
	must(t, f.AddKnown(t.Context(), []roll.KnownAbsence{longer}))
	if on := f.knownOn(t, "2026-03-18", 1); len(on) != 1 || on[1].ID != "b" {
		t.Errorf("then it is %v", on)
	}
	again := known("c", 1)
	again.Replaces = "a"
	if err := f.AddKnown(t.Context(), []roll.KnownAbsence{again}); roll.KindOf(err) != roll.Stale {
		t.Errorf("changing what has ended: %v", err)
	}
	by := roll.Actor{Person: "r", Name: "Ruth", Role: roll.Admin}
	must(t, f.EndKnown(t.Context(), north, "b", by))
	if err := f.EndKnown(t.Context(), north, "b", by); roll.KindOf(err) != roll.Stale {
		t.Errorf("ending it twice: %v", err)
	}
	if err := f.EndKnown(t.Context(), north, "x", by); roll.KindOf(err) != roll.NotFound {
		t.Errorf("ending none: %v", err)
	}
	all, err := f.KnownSince(t.Context(), north, "2026-03-01")
	must(t, err)
	if len(all) != 2 || all[0].EndedBy.Name != "Olga" || all[1].EndedBy.Name != "Ruth" || all[1].Replaces != "a" || len(f.knownOn(t, "2026-03-03", 1)) != 0 {
		t.Errorf("the history is %+v", all)
	}
}

func knownAbsencesBelongToAPress(f *fixture) {
	t := f.t
	first, second := clears("a", "", unseen(7)...), clears("b", "", unseen(7)...)
	second.Date = second.Date.AddDays(1)
	first.Absences = []roll.KnownAbsence{known("k", 7)}
	other := second
	other.Reason = "another"
	_, err := f.Accept(t.Context(), f.zone, other)
	must(t, err)
	if _, err := f.Accept(t.Context(), f.zone, first, second); !errors.As(err, new(*roll.OtherContentError)) {
		t.Errorf("a press with the token of another save: %v", err)
	}
	if on := f.knownOn(t, "2026-03-03", 1); len(on) != 0 {
		t.Errorf("then these absences are kept: %v", on)
	}
	if _, err := f.Save(t.Context(), north, "a"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("and its first save: %v", err)
	}
	for range 2 {
		_, err := f.Accept(t.Context(), f.zone, first, other)
		must(t, err)
	}
	if on := f.knownOn(t, "2026-03-03", 1); len(on) != 1 || on[7].ID != "k" {
		t.Errorf("a press that came twice keeps %v", on)
	}
}

func detailsAreHeld(f *fixture) {
	t := f.t
	now, err := f.Database.Now(t.Context())
	must(t, err)
	held := func(school roll.SchoolID, press roll.Token, want string) {
		t.Helper()
		sealed, err := f.HeldDetails(t.Context(), school, press)
		must(t, err)
		if string(sealed) != want {
			t.Errorf("of %q are held %q, not %q", press, sealed, want)
		}
	}
	end := now.Add(time.Hour)
	for _, sealed := range []string{"first", "second"} {
		must(t, f.HoldDetails(t.Context(), north, "a", []byte(sealed), end))
	}
	held(north, "a", "first")
	held("elsewhere", "a", "")
	must(t, f.HoldDetails(t.Context(), "nowhere", "a", []byte("x"), end))
	must(t, f.HoldDetails(t.Context(), north, "b", []byte("over"), now))
	held(north, "b", "")
	for i := range 100 {
		must(t, f.HoldDetails(t.Context(), north, roll.Token(fmt.Sprint("many ", i)), []byte("many"), end))
	}
	held(north, "many 98", "many")
	held(north, "many 99", "")
}

func knownAbsencesEnd(f *fixture) {
	t := f.t
	must(t, f.AddKnown(t.Context(), []roll.KnownAbsence{known("a", 1)}))
	sealed, err := f.SealedOtherwise(t.Context(), []byte("2ssssssss"))
	must(t, err)
	if len(sealed) == 0 {
		t.Fatal("nothing is found to be sealed again")
	}
	for _, value := range sealed {
		if bytes.Equal(value.Value, known("a", 1).Sealed) {
			must(t, f.Reseal(t.Context(), value, []byte("2ssssssss-ill")))
		}
	}
	one, err := f.KnownAbsence(t.Context(), north, "a")
	must(t, err)
	if string(one.Sealed) != "2ssssssss-ill" {
		t.Errorf("sealed again it is %q", one.Sealed)
	}
	must(t, f.Sweep(t.Context(), roll.Date("2026-03-13").AddDays(366).Noon(time.UTC)))
	if _, err := f.KnownAbsence(t.Context(), north, "a"); err != nil {
		t.Errorf("on its last day it is forgotten: %v", err)
	}
	must(t, f.SetRetention(t.Context(), north, keeping.Known, 14))
	must(t, f.SetRetention(t.Context(), north, keeping.Known, 15))
	must(t, f.Sweep(t.Context(), roll.Date("2026-03-28").Noon(time.UTC)))
	if _, err := f.KnownAbsence(t.Context(), north, "a"); err != nil {
		t.Errorf("on the school's last day for it it is forgotten: %v", err)
	}
	must(t, f.Sweep(t.Context(), roll.Date("2026-03-29").Noon(time.UTC)))
	if _, err := f.KnownAbsence(t.Context(), north, "a"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("later it is still there: %v", err)
	}
}

func aSchoolHasOwnReasons(f *fixture) {
	t := f.t
	if reasons, err := f.KnownReasons(t.Context(), north); reasons != nil || err != nil {
		t.Errorf("before, they are %v, %v", reasons, err)
	}
	must(t, f.SetKnownReasons(t.Context(), north, roll.NewKnownReasons("Illness", "Holiday")))
	must(t, f.SetKnownReasons(t.Context(), north, roll.NewKnownReasons(" Illness \r\n\nDentist", "")))
	reasons, err := f.KnownReasons(t.Context(), north)
	must(t, err)
	if !slices.Equal(reasons.Authorised, []string{"Illness", "Dentist"}) || reasons.NotAuthorised != nil {
		t.Errorf("they are %q", reasons)
	}
}
