package store

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
	"rollbook/web/store/schools"
)

func generationSentences() []sentence {
	return []sentence{
		{"marks that wait are not sent to another school's address", waitingMarksAreNotSentElsewhere},
		{"an attempt that is open when the connection changes closes as unknown and is not sent again", anOpenAttemptIsNotSentAgain},
		{"a page made before the change is kept, and not sent", aPageOfBeforeIsKeptAndNotSent},
		{"an ordinary move finds all the same students", anOrdinaryMoveFindsTheSame},
		{"a mark is not shown for another student whom its number names", aMarkIsNotShownForAnother},
		{"a mark stays in the record under the name that its student had", aMarkStaysUnderItsName},
		{"a movement is exported under the name that its student had", aMovementIsExportedUnderItsName},
		{"one number that names another student in a list read again changes nothing for others", oneNumberAlone},
		{"a page made before its number named another student marks the first", aPageOfBeforeMarksTheFirst},
		{"a claim tells address and codes as they are in its own transaction", aClaimTellsItsSchool},
		{"what waits in a copy has moved", whatWaitsInACopyHasMoved},
		{"a process of an earlier version neither sends nor accepts", aProcessOfAnEarlierVersionDoesNothing},
		{"a list that says nothing new keeps all numbers", theSameListKeepsAll},
		{"a mark is confirmed where its number may still be marked for another student", whatIsOnItsWayForAnotherIsConfirmed},
		{"a mark of a copy that is sent again is confirmed", whatTheOriginalMayHaveSentIsConfirmed},
		{"a waiting mark of another connection, or for its number's former student, is not sent", noMarkOfBeforeIsSent},
		{"a mark for a number of which no list told is not shown for whom another connection's list names", aMarkOfAnUnlistedNumberIsNotShown},
		{"who was gone where the school was before is sent at its new place", whoWasGoneIsSentAtTheNewPlace},
		{"what was tried before the school moved proves nothing when it moves back", whatWasTriedBeforeProvesNothing},
		{"the lists of a connection end with it, and those that the school gave itself stay", theListsOfAConnectionEndWithIt},
		{"the first list at a new address is compared with none of before", theFirstListIsComparedWithNone},
		{"a mark of another student than the list has is not released as the same", aMarkOfAnotherStudentIsNotTheSame},
	}
}

// list returns the students of the period, each with a class; names are "Given Family".
func (f *fixture) list(t *testing.T, first roll.StudentID, names ...string) {
	t.Helper()
	var students []roll.Enrolment
	for i, name := range names {
		given, family, _ := strings.Cut(name, " ")
		student := roll.StudentID(0)
		if first > 0 {
			student = first + roll.StudentID(i)
		}
		students = append(students, roll.Enrolment{ID: roll.EnrolmentID(i + 1), Student: student, Given: given, Family: family, Class: "8b", ClassName: "8B"})
	}
	must(t, f.PutStudents(t.Context(), north, "2026", lists.FromService, students))
}

// moveTo connects the school to another address.
func (f *fixture) moveTo(t *testing.T, address string) {
	t.Helper()
	school := f.school(t)
	school.BaseURL = address
	must(t, f.Connect(t.Context(), school, schools.Key{Sealed: []byte("k"), LastFour: "9999"}))
}

func (f *fixture) moved(t *testing.T) []roll.MovedMark {
	t.Helper()
	moved, err := f.Moved(t.Context(), north)
	must(t, err)
	return moved
}

func (f *fixture) wantMoved(t *testing.T, marks, same int) {
	t.Helper()
	found := 0
	moved := f.moved(t)
	for _, mark := range moved {
		if mark.Same() {
			found++
		}
	}
	if len(moved) != marks || found != same {
		t.Errorf("%d have moved, %d of them for the same students: %+v", len(moved), found, moved)
	}
}

func waitingMarksAreNotSentElsewhere(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee", "Bo Berg", "Cy Dahl")
	f.accept(t, press("waits", absent(), unseen(1, 2, 3)...))
	f.moveTo(t, "https://south.example")
	f.nothingToClaim(t, "")
	f.nothingToClaim(t, "waits")
	f.list(t, 9001, "Xi Moe", "Yu Noe", "Zo Poe")
	f.nothingToClaim(t, "")
	f.hurryUp(t)
	f.clock.advance(time.Minute)
	f.nothingToClaim(t, "")
	f.wantMoved(t, 3, 0)
	if moved := f.moved(t); moved[0].Given != "Ann" {
		t.Errorf("the first is of %s", moved[0].Given)
	}
	if pending, err := f.Pending(t.Context(), north, roll.Stopped); err != nil || len(pending) != 0 {
		t.Errorf("stopped are %+v, %v", pending, err)
	}
	for enrolment := range roll.EnrolmentID(3) {
		if mark := f.mark(t, enrolment+1); mark.Version != 0 {
			t.Errorf("student %d of the other school is shown as %+v", enrolment+1, mark)
		}
	}
}

func anOpenAttemptIsNotSentAgain(f *fixture) {
	t := f.t
	f.accept(t, press("sent", absent(), unseen(1)...))
	attempt := f.claim(t, "sent")
	f.moveTo(t, "https://elsewhere.example")
	moved, err := f.CloseAttempt(t.Context(), attempt, roll.Reply{State: roll.Answered, SentAt: f.clock.Now()}, confirm)
	must(t, err)
	if moved || f.mark(t, 1).Outcome != roll.Stopped {
		t.Errorf("the answer moved the mark: %t, it is %+v", moved, f.mark(t, 1))
	}
	f.clock.advance(time.Minute)
	f.nothingToClaim(t, "")
}

func aPageOfBeforeIsKeptAndNotSent(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	f.moveTo(t, "https://elsewhere.example")
	f.list(t, 5001, "Ann Lee", "Xi Moe")
	f.accept(t, press("old page", absent(), unseen(1, 2)...))
	f.nothingToClaim(t, "old page")
	f.nothingToClaim(t, "")
	f.wantMoved(t, 2, 1)
	if mark := f.mark(t, 1); mark.Outcome != roll.Stopped {
		t.Errorf("Ann is shown as %+v", mark)
	}
	if mark := f.mark(t, 2); mark.Version != 0 {
		t.Errorf("Xi is shown as %+v", mark)
	}
	lists, err := f.FormerLists(t.Context(), north, 1)
	must(t, err)
	if all := lists.Students["2026"]; len(all) != 2 || all[1].Given != "Bo" {
		t.Errorf("the lists of before are %+v", lists)
	}
}

func anOrdinaryMoveFindsTheSame(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	f.accept(t, press("saved", present(), unseen(1)...))
	f.answer(t, f.claim(t, "saved"))
	f.accept(t, press("waits", absent(), unseen(2)...))
	f.moveTo(t, "https://new-host.example")
	f.wantMoved(t, 1, 0)
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	f.wantMoved(t, 1, 1)
	if mark := f.mark(t, 1); mark.Outcome != roll.Saved {
		t.Errorf("Ann is shown as %+v", mark)
	}
	again := press("again", absent(), seen(2, 1))
	again.Generation = f.school(t).Generation
	f.accept(t, again)
	f.answer(t, f.claim(t, "again"))
	f.wantMoved(t, 0, 0)
}

func aMarkIsNotShownForAnother(f *fixture) {
	t := f.t
	f.list(t, 0, "Ann Lee", "Bo Berg")
	f.accept(t, press("saved", present(), roll.SaveRow{Enrolment: 1}, roll.SaveRow{Enrolment: 2}))
	f.answer(t, f.claim(t, "saved"))
	f.moveTo(t, "https://elsewhere.example")
	f.list(t, 0, "Ann Lee", "Xi Moe")
	outcomes := f.outcomesOf(0)
	day, err := f.Day(t.Context(), north, today)
	must(t, err)
	if f.mark(t, 1).Outcome != roll.Saved || f.mark(t, 2).Version != 0 || len(outcomes) != 1 || len(day) != 1 {
		t.Errorf("shown are %+v, %+v, and %v", f.mark(t, 1), f.mark(t, 2), outcomes)
	}
	if history, err := f.History(t.Context(), north, 2, today); err != nil || len(history) != 0 {
		t.Errorf("the history of Xi is %+v, %v", history, err)
	}
	story, err := f.Story(t.Context(), north, "saved")
	must(t, err)
	if len(story.Marks) != 2 || story.Marks[1].Outcome != roll.Saved {
		t.Errorf("the record says %+v", story.Marks)
	}
}

func aMarkStaysUnderItsName(f *fixture) {
	t := f.t
	f.list(t, 0, "Ann Lee", "Bo Berg")
	f.accept(t, press("before", absent(), roll.SaveRow{Enrolment: 1}, roll.SaveRow{Enrolment: 2}))
	f.list(t, 0, "Ann Lee", "Xi Moe")
	since := press("since", present(), roll.SaveRow{Enrolment: 2})
	since.Generation = f.school(t).Generation
	f.accept(t, since)
	f.answer(t, f.claim(t, "since"))
	story, err := f.Story(t.Context(), north, "before")
	must(t, err)
	if bo := story.Marks[1]; bo.Outcome != roll.Stopped || bo.ReplacedBy.Name != "" {
		t.Errorf("Bo's mark is %+v", bo)
	}
	for _, page := range []roll.Save{story.Save, since} {
		names, err := f.NamesFor(t.Context(), page, []roll.EnrolmentID{1, 2})
		must(t, err)
		if want := map[roll.Token]string{"before": "Bo Berg", "since": "Xi Moe"}[page.Token]; names[2].Name() != want || names[1].Name() != "Ann Lee" {
			t.Errorf("%s names %+v", page.Token, names)
		}
	}
	exported := make(map[string]roll.Outcome)
	_, err = f.EachDayToExport(t.Context(), north, today, today, func(day []roll.ExportedMark) error {
		for _, one := range day {
			exported[one.Student.Name()] = one.Mark.Outcome
		}
		return nil
	})
	must(t, err)
	if len(exported) != 3 || exported["Bo Berg"] != roll.Stopped || exported["Xi Moe"] != roll.Saved {
		t.Errorf("exported are %+v", exported)
	}
}

func aMovementIsExportedUnderItsName(f *fixture) {
	t := f.t
	f.list(t, 0, "Ann Lee", "Bo Berg", "Cy Doe")
	f.accept(t, press("before", absent(), roll.SaveRow{Enrolment: 2}))
	for _, student := range []roll.EnrolmentID{1, 2, 3} {
		out := movement(roll.Token(student.String()), roll.MoveOut, "11:00")
		out.Generation, out.Enrolment, out.Date = f.school(t).Generation, student, today
		must(t, f.AddMovement(t.Context(), out))
	}
	f.list(t, 0, "Ann Lee", "Xi Moe", "Yo Fox")
	moved := make(map[string]int)
	_, err := f.EachDayToExport(t.Context(), north, today, today, func(day []roll.ExportedMark) error {
		for _, one := range day {
			moved[one.Student.Name()] += len(one.Moves)
		}
		return nil
	})
	must(t, err)
	if want := map[string]int{"Ann Lee": 1, "Bo Berg": 1, "Cy Doe": 1}; !maps.Equal(moved, want) {
		t.Errorf("movements exported are %v", moved)
	}
}

func oneNumberAlone(f *fixture) {
	t := f.t
	f.list(t, 0, "Ann Lee", "Bo Berg", "Cy Dahl")
	f.accept(t, press("waits", absent(), roll.SaveRow{Enrolment: 1}, roll.SaveRow{Enrolment: 2}, roll.SaveRow{Enrolment: 3}))
	f.list(t, 0, "Ann Lee-Moe", "Xi Noe", "Cy Dahl")
	f.wantMoved(t, 1, 0)
	if attempt := f.claim(t, "waits"); len(attempt.Marks) != 2 || attempt.Marks[1].Enrolment != 3 {
		t.Errorf("sent are %+v", attempt.Marks)
	}
	if mark := f.mark(t, 2); mark.Version != 0 {
		t.Errorf("Xi is shown as %+v", mark)
	}
}

func aPageOfBeforeMarksTheFirst(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	f.list(t, 9001, "Xi Moe", "Yu Noe")
	f.accept(t, press("old page", absent(), roll.SaveRow{Enrolment: 1, Student: 9001}))
	f.nothingToClaim(t, "old page")
	moved := f.moved(t)
	if len(moved) != 1 || moved[0].Given != "Ann" || moved[0].Student != 5001 {
		t.Errorf("moved are %+v", moved)
	}
	if mark := f.mark(t, 1); mark.Version != 0 {
		t.Errorf("Xi is shown as %+v", mark)
	}
}

func aClaimTellsItsSchool(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	if at := f.claim(t, "save").At; at.BaseURL != f.school(t).BaseURL || at.Code != f.school(t).Code || at.Generation != 1 {
		t.Errorf("it goes to %+v", at)
	}
}

func theSameListKeepsAll(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	f.accept(t, press("waits", absent(), unseen(1, 2)...))
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	if school := f.school(t); school.Generation != 1 || school.Connected != 1 {
		t.Errorf("the generation is %d, %d", school.Generation, school.Connected)
	}
	f.claim(t, "waits")
}

func whatIsOnItsWayForAnotherIsConfirmed(f *fixture) {
	t := f.t
	f.list(t, 0, "Ann Lee", "Bo Berg")
	f.accept(t, press("before", absent(), roll.SaveRow{Enrolment: 1}, roll.SaveRow{Enrolment: 2}))
	f.lose(t, f.claim(t, "before"))
	f.list(t, 0, "Ann Lee", "Xi Moe")
	since := press("since", present(), roll.SaveRow{Enrolment: 2})
	since.Generation = f.school(t).Generation
	f.accept(t, since)
	if mark := f.mark(t, 2); mark.Outcome != roll.Confirming {
		t.Errorf("Xi's mark is %+v", mark)
	}
}

func noMarkOfBeforeIsSent(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	f.accept(t, press("waits", absent(), unseen(1, 2)...))
	stillWaits := func(enrolment roll.EnrolmentID) {
		t.Helper()
		if _, err := f.Database.Exec(t.Context(), `UPDATE marks SET state = 'waiting', due_at = 1 WHERE enrolment = $1`, enrolment); err != nil {
			t.Fatal(err)
		}
		due, err := f.Due(t.Context())
		must(t, err)
		if slices.Contains(due, north) {
			t.Errorf("something of %s is due", north)
		}
		f.nothingToClaim(t, "waits")
	}
	f.answer(t, f.claim(t, "waits"))
	f.list(t, 5001, "Ann Lee")
	f.list(t, 9001, "Xi Moe")
	stillWaits(1)
	f.moveTo(t, "https://elsewhere.example")
	stillWaits(2)
}

func aMarkOfAnUnlistedNumberIsNotShown(f *fixture) {
	t := f.t
	f.accept(t, press("saved", present(), unseen(1)...))
	f.answer(t, f.claim(t, "saved"))
	f.moveTo(t, "https://elsewhere.example")
	f.list(t, 0, "Xi Moe")
	if mark := f.mark(t, 1); mark.Version != 0 {
		t.Errorf("Xi is shown as %+v", mark)
	}
}

func whoWasGoneIsSentAtTheNewPlace(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee")
	_, err := f.Database.Exec(t.Context(), `INSERT INTO students_gone (school, enrolment, found_at) VALUES ($1, 1, 1)`, north)
	must(t, err)
	f.moveTo(t, "https://elsewhere.example")
	f.list(t, 5001, "Ann Lee")
	save := press("save", absent(), unseen(1)...)
	save.Generation = f.school(t).Generation
	f.accept(t, save)
	f.claim(t, "save")
}

func whatWasTriedBeforeProvesNothing(f *fixture) {
	t := f.t
	f.accept(t, guided(press("guide", absent(), unseen(1)...), "here"))
	here := f.school(t).BaseURL
	f.moveTo(t, "https://elsewhere.example")
	f.moveTo(t, here)
	if marks, err := f.GuidedMarks(t.Context(), north, "here"); err != nil || len(marks) != 0 {
		t.Errorf("found are %+v, %v", marks, err)
	}
}

func theListsOfAConnectionEndWithIt(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	must(t, f.PutStudentFile(t.Context(), north, "2027", StudentFile{Students: []roll.Enrolment{{ID: 9, Student: 5009, Given: "Eve"}}}))
	f.moveTo(t, "https://elsewhere.example")
	for period, want := range map[roll.PeriodID]int{"2026": 0, "2027": 1} {
		students, err := f.Students(t.Context(), north, period)
		must(t, err)
		state, err := f.ListState(t.Context(), north, lists.StudentList(period))
		if err != nil || len(students) != want || state.ReadAt.IsZero() != (want == 0) {
			t.Errorf("of %s are in use %+v, read at %v", period, students, state.ReadAt)
		}
	}
}

func theFirstListIsComparedWithNone(f *fixture) {
	f.takes("2026", pupils(60))
	must(f.t, f.SetBaseURL(f.t.Context(), north, "https://elsewhere.example"))
	if held, used := f.takes("2026", pupils(10)); held || used != 10 {
		f.t.Errorf("ten of another school: held %t, %d in use", held, used)
	}
}

func aMarkOfAnotherStudentIsNotTheSame(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee")
	f.accept(t, press("waits", absent(), roll.SaveRow{Enrolment: 1, Student: 7777}))
	f.moveTo(t, "https://elsewhere.example")
	f.list(t, 5001, "Ann Lee")
	f.wantMoved(t, 1, 0)
}
