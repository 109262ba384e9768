package store

import (
	"fmt"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
	"rollbook/web/store/schools"
)

func heldListSentences() []sentence {
	return []sentence{
		{"a list that lacks too much is held, and one press takes exactly that list", aShortListIsHeld},
		{"students who are new enter at once, and count from then on", newStudentsEnter},
		{"a list without somebody in use, and with more left over than before, is held", whoMayBeLeftOverIsMissed},
		{"who has no number yet is kept beside the list, and holds nothing", whoHasNoNumberIsKept},
		{"a new school period has a list of its own", aNewPeriodIsNoShorterList},
		{"a school that is read in another way gets whatever list comes", anotherMappingTakesTheList},
		{"with another key alone a list is compared as before", anotherKeyComparesAsBefore},
	}
}

// pupils returns that many students in classes of ten.
func pupils(count int) []roll.Enrolment {
	all := make([]roll.Enrolment, count)
	for i := range all {
		class := fmt.Sprint(1 + i%3)
		all[i] = roll.Enrolment{ID: roll.EnrolmentID(100 + i), Student: roll.StudentID(500 + i), Given: "Ada", Family: fmt.Sprint("Lund", i), Class: roll.ClassID(class), ClassName: class}
	}
	return all
}

// takes reads a list, and reports whether it was held and how many students are then in use.
func (f *fixture) takes(period roll.PeriodID, list []roll.Enrolment) (held bool, used int) {
	f.t.Helper()
	lacks, err := f.TakeStudents(f.t.Context(), f.school(f.t), period, roll.StudentList{Students: list})
	must(f.t, err)
	students, err := f.Students(f.t.Context(), north, period)
	must(f.t, err)
	return lacks.Held(), len(students)
}

// takesAll is [fixture.takes] for a list with items that are left over.
func (f *fixture) takesAll(list roll.StudentList) (held bool, unnumbered []roll.Enrolment) {
	f.t.Helper()
	lacks, err := f.TakeStudents(f.t.Context(), f.school(f.t), "2026", list)
	must(f.t, err)
	unnumbered, err = f.Unnumbered(f.t.Context(), north, "2026")
	must(f.t, err)
	return lacks.Held(), unnumbered
}

func whoMayBeLeftOverIsMissed(f *fixture) {
	f.takes("2026", pupils(60))
	for _, one := range []struct {
		students, leftOver int
		held               bool
	}{{60, 2, false}, {59, 2, false}, {58, 3, true}, {58, 2, false}, {58, 1, false}, {57, 2, true}} {
		list := roll.StudentList{Students: pupils(one.students), LeftOver: one.leftOver}
		if held, _ := f.takesAll(list); held != one.held {
			f.t.Errorf("%d students and %d left over: held %t", one.students, one.leftOver, held)
		}
	}
	held, err := f.HeldLists(f.t.Context(), north)
	must(f.t, err)
	must(f.t, f.TakeHeldList(f.t.Context(), north, "2026", held[0].Print))
	if held, _ := f.takesAll(roll.StudentList{Students: pupils(56), LeftOver: 2}); held {
		f.t.Error("what was left over when a person took the list holds the next one")
	}
}

func whoHasNoNumberIsKept(f *fixture) {
	bo := roll.Enrolment{Student: 7, Given: "Bo", Class: "1", ClassName: "1"}
	without := func(count int) roll.StudentList {
		return roll.StudentList{Students: pupils(count), Unnumbered: []roll.Enrolment{bo}, LeftOver: 1}
	}
	if held, kept := f.takesAll(without(60)); held || !slices.Equal(kept, []roll.Enrolment{bo}) {
		f.t.Errorf("held %t, without a number are %v", held, kept)
	}
	if held, kept := f.takesAll(roll.StudentList{Students: pupils(60)}); held || len(kept) > 0 {
		f.t.Errorf("when the number came: held %t, without a number are %v", held, kept)
	}
	if held, kept := f.takesAll(without(59)); !held || len(kept) > 0 {
		f.t.Errorf("who lost the number: held %t, without a number are %v", held, kept)
	}
	held, err := f.HeldLists(f.t.Context(), north)
	must(f.t, err)
	if len(held[0].Missing) != 1 || !slices.Equal(held[0].Unnumbered, []roll.Enrolment{bo}) {
		f.t.Fatalf("held is %+v", held)
	}
	must(f.t, f.TakeHeldList(f.t.Context(), north, "2026", held[0].Print))
	if held, kept := f.takesAll(without(59)); held || len(kept) != 1 {
		f.t.Errorf("as a person took it: held %t, without a number are %v", held, kept)
	}
	must(f.t, f.PutStudents(f.t.Context(), north, "2026", lists.FromFile, pupils(3)))
	if kept, err := f.Unnumbered(f.t.Context(), north, "2026"); err != nil || len(kept) > 0 {
		f.t.Errorf("beside a school's own list are %v, %v", kept, err)
	}
}

func aShortListIsHeld(f *fixture) {
	t := f.t
	f.takes("2026", pupils(60))
	if held, used := f.takes("2026", pupils(54)); held || used != 54 {
		t.Errorf("six of sixty fewer: held %t, %d in use", held, used)
	}
	for _, short := range []int{10, 0} {
		if held, used := f.takes("2026", pupils(short)); !held || used != 54 {
			t.Errorf("%d of sixty: held %t, %d in use", short, held, used)
		}
	}
	if held, used := f.takes("2026", pupils(53)); !held || used != 54 {
		t.Errorf("the seventh of sixty: held %t, %d in use", held, used)
	}
	held, err := f.HeldLists(t.Context(), north)
	must(t, err)
	state, err := f.ListState(t.Context(), north, lists.StudentList("2026"))
	must(t, err)
	if len(held) != 1 || len(held[0].Students) != 53 || len(held[0].Gone) != 7 || held[0].Of != 60 || state.Problem != lists.ListHeld {
		t.Fatalf("held is %+v, %+v", held, state)
	}
	f.takes("2026", pupils(52))
	if err := f.TakeHeldList(t.Context(), north, "2026", held[0].Print); roll.KindOf(err) != roll.Stale {
		t.Errorf("a list that was not shown is taken: %v", err)
	}
	held, err = f.HeldLists(t.Context(), north)
	must(t, err)
	must(t, f.TakeHeldList(t.Context(), north, "2026", held[0].Print))
	left, err := f.HeldLists(t.Context(), north)
	must(t, err)
	if held, used := f.takes("2026", pupils(48)); held || used != 48 || len(left) > 0 {
		t.Errorf("after it was taken: held %t, %d in use, %v", held, used, left)
	}
}

func newStudentsEnter(f *fixture) {
	f.takes("2026", pupils(30))
	if held, used := f.takes("2026", pupils(60)); held || used != 60 {
		f.t.Errorf("thirty more: held %t, %d in use", held, used)
	}
	if held, used := f.takes("2026", pupils(30)); !held || used != 60 {
		f.t.Errorf("thirty fewer: held %t, %d in use", held, used)
	}
	if held, used := f.takes("2026", pupils(59)); held || used != 59 {
		f.t.Errorf("a list that came back: held %t, %d in use", held, used)
	}
	if held, err := f.HeldLists(f.t.Context(), north); err != nil || len(held) > 0 {
		f.t.Errorf("held is %v, %v", held, err)
	}
}

func aNewPeriodIsNoShorterList(f *fixture) {
	f.takes("2026", pupils(60))
	if held, used := f.takes("2027", pupils(12)); held || used != 12 {
		f.t.Errorf("held %t, %d in use", held, used)
	}
}

func anotherMappingTakesTheList(f *fixture) {
	f.takes("2026", pupils(60))
	f.takes("2026", pupils(5))
	school, err := f.School(f.t.Context(), north)
	must(f.t, err)
	must(f.t, f.SetMapping(f.t.Context(), school))
	if held, used := f.takes("2026", pupils(5)); held || used != 5 {
		f.t.Errorf("held %t, %d in use", held, used)
	}
}

func anotherKeyComparesAsBefore(f *fixture) {
	f.takes("2026", pupils(60))
	must(f.t, f.Connect(f.t.Context(), f.school(f.t), schools.Key{Sealed: []byte("k"), LastFour: "9999"}))
	if held, used := f.takes("2026", pupils(10)); !held || used != 60 {
		f.t.Errorf("ten of sixty: held %t, %d in use", held, used)
	}
}
