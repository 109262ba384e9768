package store

import (
	"maps"
	"strconv"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/lists"
)

func listVersionSentences() []sentence {
	return []sentence{
		{"a past day keeps the students, classes and order of its list", aPastDayKeepsItsList},
		{"of several lists of a day the last counts, and one that changes nothing writes nothing", theLastListOfADayCounts},
		{"a student who is erased is erased from the lists of all days", anErasedStudentIsOnNoDaysList},
		{"the lists of days go with the days that read them", listsGoWithTheirDays},
		{"a list that an earlier version of the program stored is kept from its next start on", listsInUseAreKept},
		{"a year of single changes in a school of 1,500 takes 3 MB at most", aYearOfListsIsSmall},
		{"a reading that began before the school gave its own list does not replace it", ownListsStay},
		{"the mark of a number's earlier student stands in for the present one's, in a map of its own", formerMarksAreCopied},
		{"a class's list is new from its first day with the connection, and only the school's first lists are first", listsAreIntroduced},
		{"numbers that name others since are told with the generation", renumberedStudentsAreTold},
	}
}

// on returns the students' numbers on the date.
func (f *fixture) on(date roll.Date) (numbers []roll.EnrolmentID, known bool) {
	f.t.Helper()
	students, known, err := f.StudentsOn(f.t.Context(), north, "2026", date)
	must(f.t, err)
	for _, one := range students {
		numbers = append(numbers, one.ID)
	}
	return numbers, known
}

// versions counts the stored classes of all days.
func (f *fixture) versions() int {
	f.t.Helper()
	count, err := engine.Row[int](f.t.Context(), f.Database, `SELECT COUNT(*) FROM class_versions WHERE school = $1`, north)
	must(f.t, err)
	return count
}

func inClass(class roll.ClassID, numbers ...roll.EnrolmentID) (all []roll.Enrolment) {
	for _, number := range numbers {
		all = append(all, roll.Enrolment{ID: number, Student: roll.StudentID(number + 500), Given: "Ada", Family: number.String(), Class: class, ClassName: "Class " + string(class)})
	}
	return all
}

func wantNumbers(t *testing.T, says string, have []roll.EnrolmentID, want ...roll.EnrolmentID) {
	t.Helper()
	if len(have) != len(want) {
		t.Errorf("%s: %v instead of %v", says, have, want)
		return
	}
	for i := range want {
		if have[i] != want[i] {
			t.Errorf("%s: %v instead of %v", says, have, want)
			return
		}
	}
}

func aPastDayKeepsItsList(f *fixture) {
	f.takes("2026", append(inClass("b", 2, 1), inClass("a", 3, 4)...))
	f.clock.advance(24 * time.Hour)
	f.takes("2026", append(inClass("b", 1, 9), inClass("a", 3, 4)...))
	before, known := f.on(today)
	wantNumbers(f.t, "yesterday", before, 2, 1, 3, 4)
	now, _ := f.on(today.AddDays(1))
	wantNumbers(f.t, "today", now, 1, 9, 3, 4)
	if earlier, knownEarlier := f.on(today.AddDays(-1)); !known || knownEarlier || len(earlier) > 0 {
		f.t.Errorf("known are %t and %t, with %v", known, knownEarlier, earlier)
	}
	if f.versions() != 3 {
		f.t.Errorf("%d classes are stored: the unchanged one twice", f.versions())
	}
	f.clock.advance(24 * time.Hour)
	f.takes("2026", inClass("a", 3, 4))
	f.clock.advance(24 * time.Hour)
	f.takes("2026", append(inClass("b", 7), inClass("a", 3, 4)...))
	without, _ := f.on(today.AddDays(2))
	wantNumbers(f.t, "on a day without a class", without, 1, 9, 3, 4)
}

func theLastListOfADayCounts(f *fixture) {
	f.takes("2026", inClass("a", 1, 2))
	f.clock.advance(24 * time.Hour)
	f.takes("2026", inClass("a", 1, 2, 3))
	f.takes("2026", inClass("a", 1, 2, 4))
	day, _ := f.on(today.AddDays(1))
	wantNumbers(f.t, "the day of two lists", day, 1, 2, 4)
	before, _ := f.on(today)
	wantNumbers(f.t, "the day before", before, 1, 2)
	f.clock.advance(24 * time.Hour)
	written := func() int {
		count, err := engine.Row[int](f.t.Context(), f.Database, `SELECT COUNT(*) FROM enrolments WHERE school = $1 AND position < 0`, north)
		must(f.t, err)
		return count
	}
	must(f.t, f.Database.Do(f.t.Context(), `UPDATE enrolments SET position = -1 - position WHERE school = $1`, north))
	f.takes("2026", inClass("a", 1, 2, 4))
	if f.versions() != 2 || written() != 3 {
		f.t.Errorf("the same list again wrote: %d classes, %d students as before", f.versions(), written())
	}
}

func anErasedStudentIsOnNoDaysList(f *fixture) {
	f.takes("2026", inClass("a", 1, 2))
	f.clock.advance(24 * time.Hour)
	f.takes("2026", inClass("a", 1, 2, 3))
	_, err := f.EraseStudent(f.t.Context(), north, 1)
	must(f.t, err)
	for days := range 2 {
		students, _, err := f.StudentsOn(f.t.Context(), north, "2026", today.AddDays(days))
		must(f.t, err)
		for _, one := range students {
			if one.ID == 1 || one.Family == "1" {
				f.t.Errorf("on day %d: %+v", days, one)
			}
		}
	}
}

func listsGoWithTheirDays(f *fixture) {
	f.takes("2026", inClass("a", 1, 2))
	f.clock.advance(24 * time.Hour)
	f.takes("2026", inClass("a", 1, 2, 3))
	f.clock.advance(24 * time.Hour)
	f.takes("2026", inClass("a", 1, 2, 3, 4))
	for days, class := range []roll.ClassID{"a", "b"} {
		must(f.t, f.AnswerClassCheck(f.t.Context(), roll.ClassCheck{School: north, Class: class, Since: today.AddDays(days)}))
	}
	must(f.t, lists.ForgetFormer(f.t.Context(), f.Database, north, today.AddDays(1)))
	checks, err := f.ClassChecks(f.t.Context(), north, "", today)
	must(f.t, err)
	if len(checks) != 1 || checks[0].Class != "b" {
		f.t.Errorf("of the answers about lists %+v are left", checks)
	}
	kept, _ := f.on(today.AddDays(1))
	wantNumbers(f.t, "a day that is kept", kept, 1, 2, 3)
	if f.versions() != 2 {
		f.t.Errorf("%d classes are stored", f.versions())
	}
}

func listsInUseAreKept(f *fixture) {
	must(f.t, f.PutStudents(f.t.Context(), north, "2026", lists.FromFile, inClass("a", 1, 2)))
	must(f.t, f.Database.Do(f.t.Context(), `DELETE FROM class_versions WHERE school = $1`, north))
	must(f.t, f.KeepUnkept(f.t.Context()))
	must(f.t, f.KeepUnkept(f.t.Context()))
	kept, _ := f.on(today)
	wantNumbers(f.t, "the list of an earlier version", kept, 1, 2)
}

func aYearOfListsIsSmall(f *fixture) {
	const days, changes, most = 200, 5, 3 << 20
	school := make([]roll.Enrolment, 1500)
	for i := range school {
		class := roll.ClassID(strconv.Itoa(i % 60))
		school[i] = roll.Enrolment{ID: roll.EnrolmentID(50_000 + i), Student: roll.StudentID(900_000 + 7*i), Given: "Oluwaseun" + strconv.Itoa(i), Family: "García López", Class: class, ClassName: "Class " + string(class)}
	}
	bytes := func() int {
		count, err := engine.Row[int](f.t.Context(), f.Database, `SELECT SUM(LENGTH(students) + 100) FROM class_versions WHERE school = $1`, north)
		must(f.t, err)
		return count
	}
	f.takes("2026", school)
	first := bytes()
	for day := range changes {
		f.clock.advance(24 * time.Hour)
		school[day].Given = "Renamed"
		f.takes("2026", school)
	}
	if year := first + (bytes()-first)*days/changes; year > most {
		f.t.Errorf("a year takes %d bytes, after %d of the first list", year, first)
	}
}

func ownListsStay(f *fixture) {
	must(f.t, f.PutStudents(f.t.Context(), north, "2026", lists.FromFile, inClass("a", 1, 2)))
	if _, err := f.TakeStudents(f.t.Context(), f.school(f.t), "2026", roll.StudentList{Students: inClass("a", 3)}); roll.KindOf(err) != roll.Stale {
		f.t.Errorf("the service's list: %v", err)
	}
	day, _ := f.on(today)
	wantNumbers(f.t, "the school's own list", day, 1, 2)
}

func formerMarksAreCopied(f *fixture) {
	f.namesAnn(f.t)
	f.accept(f.t, press("ann", absent(), unseen(1)...))
	f.answer(f.t, f.claim(f.t, "ann"))
	f.namesZed(f.t)
	given := map[roll.EnrolmentID]roll.Mark{1: {Enrolment: 1, Version: 9}}
	ann := roll.Enrolment{ID: 1, Past: f.school(f.t).Generation}
	marks, err := f.WithFormer(f.t.Context(), north, today, []roll.Enrolment{ann}, given)
	must(f.t, err)
	if marks[1].Status.Name != "Absent" || given[1].Version != 9 {
		f.t.Errorf("the marks are %+v, and those given %+v", marks, given)
	}
}

func renumberedStudentsAreTold(f *fixture) {
	f.takes("2026", inClass("a", 1, 2))
	zed := inClass("a", 1, 2)
	zed[0].Student, zed[0].Given, zed[0].Family = 77, "Zed", "Other"
	f.takes("2026", zed)
	renumbered, err := f.Renumbered(f.t.Context(), north)
	must(f.t, err)
	if len(renumbered) != 1 || len(renumbered[1]) != 1 || renumbered[1][0].Past != f.school(f.t).Generation {
		f.t.Errorf("told are %v in generation %d", renumbered, f.school(f.t).Generation)
	}
}

func listsAreIntroduced(f *fixture) {
	f.takes("2026", inClass("a", 1, 2))
	f.clock.advance(24 * time.Hour)
	f.takes("2026", append(inClass("a", 1, 2, 3), inClass("b", 4)...))
	introduced, err := f.Introduced(f.t.Context(), north, "2026")
	must(f.t, err)
	want := map[roll.ClassID]roll.Introduction{"a": {Since: today, First: true}, "b": {Since: today.AddDays(1)}}
	if !maps.Equal(introduced, want) {
		f.t.Errorf("introduced are %v, not %v", introduced, want)
	}
}
