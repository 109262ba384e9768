package store

import (
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
)

func renumberingSentences() []sentence {
	return []sentence{
		{"a student who is enrolled anew keeps her mark", aStudentEnrolledAnewKeepsHerMark},
		{"a mark that waits is sent with the new number", aWaitingMarkIsSentWithTheNewNumber},
		{"an open request with the old number ends before the new one is sent", anOpenRequestEndsFirst},
		{"a page from before a new number presses for it", aPageFromBeforePressesForTheNewNumber},
		{"a number that a restored list brings back has the marks of both", aRestoredNumberHasBoth},
		{"movements and groups follow a student's number", movementsAndGroupsFollow},
		{"two numbers that stood together have the later mark when one leaves", ofTwoNumbersTheLaterMark},
		{"the record of a request keeps the number that was sent", theRecordKeepsTheSentNumber},
		{"who is enrolled anew is erased with all her numbers", whoIsEnrolledAnewIsErased},
	}
}

// annIs lists Ann under the numbers, and Bo under his.
func (f *fixture) annIs(t *testing.T, numbers ...roll.EnrolmentID) {
	t.Helper()
	students := []roll.Enrolment{{ID: 2, Student: 5002, Given: "Bo", Class: "8b", ClassName: "8B"}}
	for _, number := range numbers {
		students = append(students, roll.Enrolment{ID: number, Student: 5001, Given: "Ann", Class: "8b", ClassName: "8B"})
	}
	must(t, f.PutStudents(t.Context(), north, "2026", "service", students))
}

// ann asks for Ann's number with the version that the person has seen.
func ann(number roll.EnrolmentID, version int64) roll.SaveRow {
	return roll.SaveRow{Enrolment: number, Student: 5001, Seen: version}
}

func aStudentEnrolledAnewKeepsHerMark(f *fixture) {
	t := f.t
	f.annIs(t, 1)
	f.accept(t, press("saved", absent(), unseen(1, 2)...))
	f.answer(t, f.claim(t, "saved"))
	f.annIs(t, 11)
	f.shows(t, 11, "Absent", roll.Saved)
	f.shows(t, 2, "Absent", roll.Saved)
	others := f.present(t, press("others", present(), ann(11, 0)))
	others.By = roll.Actor{Person: "p-second", Name: "S. Second", Role: roll.Teacher}
	if accepted := f.accept(t, others)[0]; len(accepted.Kept) != 0 {
		t.Errorf("the others' Present is kept for %+v", accepted.Kept)
	}
	f.nothingToClaim(t, "")
	history, err := f.History(t.Context(), north, 11, today)
	must(t, err)
	story, err := f.Story(t.Context(), north, "saved")
	must(t, err)
	if len(history) != 1 || history[0].Outcome != roll.Saved || len(story.Marks) != 2 || story.Marks[1].Outcome != roll.Saved {
		t.Errorf("the history is %+v, the record %+v", history, story.Marks)
	}
	times := 0
	_, err = f.EachDayToExport(t.Context(), north, today, today, func(day []roll.ExportedMark) error {
		for _, one := range day {
			if one.Student.Given == "Ann" {
				times++
			}
		}
		return nil
	})
	must(t, err)
	if generation := f.school(t).Generation; times != 1 || generation != 2 {
		t.Errorf("exported are %d marks of Ann, in generation %d", times, generation)
	}
	f.annIs(t, 11)
	if generation := f.school(t).Generation; generation != 2 {
		t.Errorf("the same list begins generation %d", generation)
	}
}

func aWaitingMarkIsSentWithTheNewNumber(f *fixture) {
	t := f.t
	f.annIs(t, 1)
	f.accept(t, press("waits", absent(), unseen(1, 2)...))
	f.annIs(t, 11)
	attempt := f.claim(t, "waits")
	if sent := enrolmentsOf(attempt); !slices.Equal(sent, []roll.EnrolmentID{2, 11}) {
		t.Errorf("sent are %v", sent)
	}
	f.answer(t, attempt)
	f.shows(t, 11, "Absent", roll.Saved)
}

func anOpenRequestEndsFirst(f *fixture) {
	t := f.t
	f.annIs(t, 1)
	f.accept(t, press("open", absent(), unseen(1)...))
	attempt := f.claim(t, "open")
	f.annIs(t, 11)
	f.shows(t, 11, "Absent", roll.Confirming)
	f.accept(t, f.present(t, press("newer", present(), ann(11, 1))))
	f.nothingToClaim(t, "")
	f.answer(t, attempt)
	f.shows(t, 11, "Present", roll.Confirming)
	f.nothingToClaim(t, "")
	f.clock.advance(timing().Lease + time.Second)
	again := f.claim(t, "newer")
	f.answer(t, again)
	f.shows(t, 11, "Present", roll.Confirming)
	f.clock.advance(timing().Apply)
	f.answer(t, f.claim(t, "newer"))
	f.shows(t, 11, "Present", roll.Saved)
	if sent := enrolmentsOf(again); !slices.Equal(sent, []roll.EnrolmentID{11}) {
		t.Errorf("sent are %v", sent)
	}
}

func aPageFromBeforePressesForTheNewNumber(f *fixture) {
	t := f.t
	f.annIs(t, 1)
	first := press("first", absent(), unseen(1, 2)...)
	f.accept(t, first)
	f.answer(t, f.claim(t, "first"))
	f.annIs(t, 11)
	if again := f.accept(t, first)[0]; !again.Repeated || len(again.Kept) != 2 {
		t.Errorf("the repeated press is %+v", again)
	}
	stale := press("stale", present(), unseen(1)...)
	stale.By.Person = "p-second"
	if accepted := f.accept(t, stale)[0]; len(accepted.Kept) != 0 || len(accepted.Held) != 1 || accepted.Held[0].Enrolment != 11 {
		t.Errorf("a press that had not seen the mark is %+v", accepted)
	}
	had := press("had seen", present(), seen(1, 1), seen(2, 1))
	f.accept(t, had)
	f.shows(t, 11, "Present", roll.Waiting)
	if again := f.accept(t, had)[0]; !again.Repeated {
		t.Errorf("the press is stored twice: %+v", again)
	}
	if sent := enrolmentsOf(f.claim(t, "had seen")); !slices.Equal(sent, []roll.EnrolmentID{2, 11}) {
		t.Errorf("sent are %v", sent)
	}
}

func aRestoredNumberHasBoth(f *fixture) {
	t := f.t
	f.annIs(t, 1)
	f.accept(t, press("old", absent(), unseen(1)...))
	f.answer(t, f.claim(t, "old"))
	f.annIs(t, 11)
	f.accept(t, f.present(t, press("new", present(), ann(11, 1))))
	f.answer(t, f.claim(t, "new"))
	f.annIs(t, 1)
	f.shows(t, 1, "Present", roll.Saved)
	if history, err := f.History(t.Context(), north, 1, today); err != nil || len(history) != 2 || history[0].Version != 2 {
		t.Errorf("the history is %+v, %v", history, err)
	}
	if mark := f.mark(t, 11); mark.Version != 0 {
		t.Errorf("the number that left shows %+v", mark)
	}
}

func movementsAndGroupsFollow(f *fixture) {
	t := f.t
	f.annIs(t, 1)
	group := roll.Group{ID: "choir", Period: "2026", Name: "Choir"}
	must(t, f.AddGroup(t.Context(), north, group))
	must(t, f.EditGroup(t.Context(), north, group.ID, "Choir", nil, []roll.EnrolmentID{1, 2}))
	out := movement("out", roll.MoveOut, "11:00")
	out.Generation, out.Enrolment, out.Date = f.school(t).Generation, 1, today
	must(t, f.AddMovement(t.Context(), out))
	f.annIs(t, 11)
	of, err := f.MovementsOn(t.Context(), 0, north, f.school(t).Generation, today)
	must(t, err)
	group, err = f.Group(t.Context(), north, group.ID)
	must(t, err)
	if len(of[11]) != 1 || len(of[1]) != 0 || !slices.Equal(group.Members, []roll.EnrolmentID{2, 11}) {
		t.Errorf("the movements are %+v, the members %v", of, group.Members)
	}
}

func ofTwoNumbersTheLaterMark(f *fixture) {
	t := f.t
	f.annIs(t, 1, 11)
	f.accept(t, press("first", absent(), unseen(1)...))
	f.claim(t, "first")
	f.clock.advance(time.Second)
	f.accept(t, press("second", present(), ann(11, 0)))
	f.answer(t, f.claim(t, "second"))
	f.annIs(t, 11)
	f.shows(t, 11, "Present", roll.Confirming)
	f.nothingToClaim(t, "")
	f.clock.advance(timing().Lease + time.Second)
	if sent := enrolmentsOf(f.claim(t, "second")); !slices.Equal(sent, []roll.EnrolmentID{11}) {
		t.Errorf("sent are %v", sent)
	}
	if mark := f.mark(t, 1); mark.Version != 0 {
		t.Errorf("the number that left shows %+v", mark)
	}
	f.annIs(t, 1, 11)
	f.clock.advance(time.Second)
	f.accept(t, f.present(t, press("third", absent(), unseen(1)...)))
	f.annIs(t, 11)
	if mark := f.mark(t, 11); mark.Save != "third" {
		t.Errorf("the later mark is not %+v", mark)
	}
}

func theRecordKeepsTheSentNumber(f *fixture) {
	t := f.t
	f.annIs(t, 1)
	f.accept(t, press("sent", absent(), unseen(1, 2)...))
	attempt := f.claim(t, "sent")
	const exchange = `{"requestBody":{"text":"{\"studentSemesterInfoIds\":[1,2]}"}}`
	f.close(t, attempt, roll.Reply{State: roll.Answered, SentAt: f.clock.Now(), Exchange: exchange}, confirm)
	f.annIs(t, 11)
	story, err := f.Story(t.Context(), north, "sent")
	must(t, err)
	if got := story.Attempts[0].Exchange; got != exchange {
		t.Errorf("the record of the request is %s", got)
	}
}

func whoIsEnrolledAnewIsErased(f *fixture) {
	t := f.t
	f.annIs(t, 1)
	f.accept(t, press("sent", absent(), unseen(1, 2)...))
	f.answer(t, f.claim(t, "sent"))
	f.annIs(t, 11)
	if marks, err := f.EraseStudent(t.Context(), north, 11); err != nil || marks != 1 {
		t.Errorf("erased are %d marks, %v", marks, err)
	}
	var named int
	must(t, f.Database.One(t.Context(), []any{&named}, `SELECT COUNT(*) FROM attempts WHERE packing <> 0`))
	if named != 0 {
		t.Error("the record of the request still names her")
	}
	if history, err := f.History(t.Context(), north, 2, today); err != nil || len(history) != 1 {
		t.Errorf("Bo's history is %+v, %v", history, err)
	}
}
