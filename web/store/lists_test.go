package store

import (
	"fmt"
	"reflect"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

func listSentences() []sentence {
	return []sentence{
		{"the first list of the next period finds the same students, also after a move", theNextPeriodFindsTheSame},
		{"a list that was never read has no state and nothing in it", aListThatWasNeverReadHas},
		{"periods are replaced as a whole, in the school's order", periodsAreReplacedAsAWhole},
		{"statuses are replaced as a whole, in the school's order", statusesAreReplacedAsAWhole},
		{"a list that cannot be replaced stays as it was", aListThatCannotBeReplacedStays},
		{"students of a period are replaced as a whole, in their order, and others' stay", replacesStudents},
		{"a failed reading is noted and the copy stays", aFailedReadingIsNotedAndTheCopy},
		{"a text that is no text keeps nothing from being stored or looked for", aTextThatIsNoTextKeepsNothing},
		{"a name of the service stands for one status of one school", aNameOfTheServiceStands},
	}
}

func aListThatWasNeverReadHas(f *fixture) {
	t := f.t
	state, err := f.ListState(t.Context(), north, lists.PeriodList)
	must(t, err)
	periods, err := f.Periods(t.Context(), north)
	must(t, err)
	if state != (lists.ListState{Generation: 1}) || len(periods) != 0 {
		t.Errorf("it is %+v with %+v", state, periods)
	}
}

func periodsAreReplacedAsAWhole(f *fixture) {
	t := f.t
	must(t, f.PutPeriods(t.Context(), north, lists.FromService, []roll.Period{{ID: "old"}}))
	f.clock.advance(time.Minute)
	want := []roll.Period{{ID: "b", Name: "Spring", Starts: "2026-02-01"}, {ID: "a", Name: "Autumn", Starts: "2026-09-01", Ends: "2027-01-31"}}
	must(t, f.PutPeriods(t.Context(), north, lists.FromFile, want))
	periods, err := f.Periods(t.Context(), north)
	must(t, err)
	if len(periods) != 2 || !reflect.DeepEqual(periods[0], want[0]) || !reflect.DeepEqual(periods[1], want[1]) {
		t.Errorf("they are %+v", periods)
	}
	state, err := f.ListState(t.Context(), north, lists.PeriodList)
	must(t, err)
	if state.Source != lists.FromFile || !state.ReadAt.Equal(f.clock.Now()) || !state.TriedAt.Equal(f.clock.Now()) || state.Problem != "" {
		t.Errorf("the list is %+v", state)
	}
}

func statusesAreReplacedAsAWhole(f *fixture) {
	t := f.t
	want := []roll.Status{{ID: 9, Name: "Late", Letter: "L", Family: roll.Late, CarriesTime: true}, {ID: 1, Name: "Present", Letter: "P", Family: roll.Present}}
	must(t, f.PutStatuses(t.Context(), north, lists.FromService, []roll.Status{{ID: 5, Name: "Old"}}))
	must(t, f.PutStatuses(t.Context(), north, lists.Typed, want))
	statuses, err := f.Statuses(t.Context(), north)
	must(t, err)
	if len(statuses) != 2 || statuses[0] != want[0] || statuses[1] != want[1] {
		t.Errorf("they are %+v", statuses)
	}
}

func aListThatCannotBeReplacedStays(f *fixture) {
	t := f.t
	must(t, f.PutStatuses(t.Context(), north, lists.FromService, []roll.Status{{ID: 5, Name: "Old"}}))
	if err := f.PutStatuses(t.Context(), north, lists.FromFile, []roll.Status{{ID: 1}, {ID: 1}}); roll.KindOf(err) != roll.Stale {
		t.Errorf("a status twice: %v", err)
	}
	statuses, err := f.Statuses(t.Context(), north)
	must(t, err)
	state, err := f.ListState(t.Context(), north, lists.StatusList)
	must(t, err)
	if len(statuses) != 1 || statuses[0].Name != "Old" || state.Source != lists.FromService {
		t.Errorf("it is %+v with %+v", state, statuses)
	}
}

func aFailedReadingIsNotedAndTheCopy(f *fixture) {
	t := f.t
	must(t, f.PutPeriods(t.Context(), north, lists.FromFile, []roll.Period{{ID: "1"}}))
	read := f.clock.Now()
	f.clock.advance(time.Hour)
	must(t, f.NoteListProblem(t.Context(), f.school(t), lists.PeriodList, "dns"))
	must(t, f.NoteListProblem(t.Context(), f.school(t), lists.StatusList, "refused"))
	periods, err := f.ListState(t.Context(), north, lists.PeriodList)
	must(t, err)
	if periods.Source != lists.FromFile || !periods.ReadAt.Equal(read) || !periods.TriedAt.Equal(f.clock.Now()) || periods.Problem != "dns" {
		t.Errorf("the periods are %+v", periods)
	}
	statuses, err := f.ListState(t.Context(), north, lists.StatusList)
	must(t, err)
	if !statuses.ReadAt.IsZero() || statuses.Problem != "refused" || statuses.Source != lists.FromService {
		t.Errorf("the statuses, never read, are %+v", statuses)
	}
	must(t, f.PutPeriods(t.Context(), north, lists.FromService, nil))
	if periods, err = f.ListState(t.Context(), north, lists.PeriodList); err != nil || periods.Problem != "" {
		t.Errorf("read again they are %+v, %v", periods, err)
	}
}

func aTextThatIsNoTextKeepsNothing(f *fixture) {
	t := f.t
	for i, odd := range []string{"A\x00B", "\xff\xfe"} {
		must(t, f.PutStudents(t.Context(), north, "2026", lists.FromService, []roll.Enrolment{{ID: 1, Given: odd, Class: roll.ClassID(odd)}, {ID: 2, Given: "Ada"}}))
		read, err := f.Students(t.Context(), north, "2026")
		must(t, err)
		if len(read) != 2 || read[1].Given != "Ada" {
			t.Errorf("%q was stored as %+v", odd, read)
		}
		if _, err := f.Save(t.Context(), north, roll.Token(odd)); roll.KindOf(err) != roll.NotFound {
			t.Errorf("save %q: %v", odd, err)
		}
		enrolment := roll.EnrolmentID(i + 1)
		f.accept(t, press(roll.Token(rune('a'+i)), absent(), unseen(enrolment)...))
		f.close(t, f.claim(t, ""), roll.Reply{State: roll.Answered, Exchange: odd}, func(p roll.Progress, by roll.Attempted) roll.Progress {
			return p.Confirm(by, odd, false, timing())
		})
		if mark := f.mark(t, enrolment); mark.Outcome != roll.Differs || mark.Returned == "" {
			t.Errorf("a returned %q makes %+v", odd, mark)
		}
	}
}

func aNameOfTheServiceStands(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	must(t, f.AddAlias(t.Context(), north, "A", 2))
	must(t, f.AddAlias(t.Context(), north, "A", 3))
	must(t, f.AddAlias(t.Context(), "south", "B", 2))
	aliases, err := f.Aliases(t.Context(), north)
	must(t, err)
	if len(aliases) != 1 || aliases["A"] != 3 {
		t.Errorf("the names are %v", aliases)
	}
}

func replacesStudents(f *fixture) {
	t := f.t
	const many = 1700
	students := make([]roll.Enrolment, many)
	for i := range students {
		students[i] = roll.Enrolment{
			ID: roll.EnrolmentID(1<<53 + many - i), Student: roll.StudentID(i), Given: fmt.Sprintf("Zoë %d", i), Family: "\u202eابن <b>",
			Class: "8b", ClassName: "8B",
		}
	}
	must(t, f.PutStudents(t.Context(), north, "2025", lists.FromService, students[:3]))
	must(t, f.PutStudents(t.Context(), north, "2026", lists.FromService, students[:5]))
	must(t, f.PutStudents(t.Context(), north, "2026", lists.FromService, students))
	for period, want := range map[roll.PeriodID]int{"2025": 3, "2026": many, "2027": 0} {
		read, err := f.Students(t.Context(), north, period)
		must(t, err)
		if len(read) != want {
			t.Fatalf("period %s has %d students", period, len(read))
		}
		for i := range read {
			if read[i] != students[i] {
				t.Fatalf("student %d of period %s is %+v instead of %+v", i, period, read[i], students[i])
			}
		}
	}
	must(t, f.PutStudents(t.Context(), north, "2026", lists.FromFile, nil))
	read, err := f.Students(t.Context(), north, "2026")
	must(t, err)
	state, err := f.ListState(t.Context(), north, lists.StudentList("2026"))
	must(t, err)
	if len(read) != 0 || state.Source != lists.FromFile {
		t.Errorf("emptied it has %d students and is %+v", len(read), state)
	}
}

func theNextPeriodFindsTheSame(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	f.accept(t, press("saved", present(), unseen(1)...))
	f.answer(t, f.claim(t, "saved"))
	f.moveTo(t, "https://new-host.example")
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	before := f.school(t).Generation
	students, err := f.Students(t.Context(), north, "2026")
	must(t, err)
	must(t, f.PutStudents(t.Context(), north, "2027", lists.FromService, students))
	if now := f.school(t).Generation; now != before {
		t.Errorf("the generation is %d after %d", now, before)
	}
	if mark := f.mark(t, 1); mark.Outcome != roll.Saved {
		t.Errorf("Ann is shown as %+v", mark)
	}
}
