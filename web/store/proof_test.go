package store

import (
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/lists"
	"rollbook/web/store/schools"
)

func proofSentences() []sentence {
	return []sentence{
		{"an unproven school's marks are not sent, except guided marks", nothingIsSentButGuidedMarks},
		{"a guided mark is listed with its outcome and with the admin's answer", aGuidedMarkIsFound},
		{"a list with the document's names has one call in flight until an answer has named all who were sent", oneCallUntilAllAreNamed},
		{"another connection has no guided marks of the one before", guidedMarksBelongToOneConnection},
		{"a school loses its proof when its address or its numbers change, and only then", aSchoolThatMovesLosesItsProof},
		{"a school that moved since it was read is not changed", aSchoolThatMovedMeanwhileIsNotChanged},
		{"marks with numbers that left the list are not sent automatically", marksWithOtherNumbersHaveMoved},
		{"a file keeps the proof unless it gives a known student another number", aFileKeepsTheProof},
		{"the second answer within ten minutes that names others instead pauses the school", theSecondAnswerPauses},
		{"the first such answer to a guided mark pauses the school", theFirstAnswerToAGuidedMarkPauses},
		{"the first such answer pauses a school until an answer has named all who were sent", theFirstAnswerOfAllPauses},
		{"answers that the office has reviewed no longer count", reviewedAnswersNoLongerCount},
		{"additional students in an answer are recorded once and pause nothing", additionalStudentsAreRecordedOnce},
		{"each reason of a pause ends separately", reasonsOfAPauseEndEachForItself},
		{"marks that await a decision wait until midnight, then are sent", heldMarksWaitUntilMidnight},
		{"marks held by a pause for other students stop half an hour after it", marksHeldByAPauseStopHalfAnHourLater},
		{"students on the list are distinguished from others", listedStudentsAreDistinguished},
	}
}

func instead(student roll.StudentID) []roll.Item {
	return []roll.Item{{Student: student, Status: "Absent", Date: today}}
}

func (f *fixture) school(t *testing.T) roll.School {
	t.Helper()
	school, err := f.School(t.Context(), north)
	must(t, err)
	return school
}

func (f *fixture) pauseOf(t *testing.T) roll.Pause {
	t.Helper()
	connection, err := f.Connection(t.Context(), north)
	must(t, err)
	return connection.Pause
}

// unprove removes the school's proof.
func (f *fixture) unprove(t *testing.T) {
	t.Helper()
	must(t, f.Database.InTransaction(t.Context(), func(tx *engine.Transaction) error { return unprove(t.Context(), tx, north) }))
}

func guided(save roll.Save, subject roll.Subject) roll.Save {
	save.Guided = subject
	return save
}

func admin(kind roll.ConnectionDecisionKind) roll.ConnectionDecision {
	return roll.ConnectionDecision{Kind: kind, By: roll.Actor{Person: "p-admin", Name: "A. Clark", Role: roll.Admin}, Reason: "looked up"}
}

func nothingIsSentButGuidedMarks(f *fixture) {
	t := f.t
	f.unprove(t)
	f.accept(t, press("plain", absent(), unseen(1, 2)...))
	f.nothingToClaim(t, "plain")
	f.nothingToClaim(t, "")
	due, err := f.Due(t.Context())
	must(t, err)
	connection, err := f.Connection(t.Context(), north)
	must(t, err)
	if len(due) != 0 || !connection.Unproven || connection.Sending() {
		t.Errorf("due are %v, the connection is %+v", due, connection)
	}
	f.accept(t, guided(press("guide", absent(), unseen(3)...), "here"))
	due, err = f.Due(t.Context())
	must(t, err)
	if attempt := f.claim(t, ""); attempt.Save != "guide" || !slices.Equal(due, []roll.SchoolID{north}) {
		t.Errorf("claimed %+v of %v", attempt, due)
	}
	f.nothingToClaim(t, "")
	must(t, f.SetProof(t.Context(), f.school(t), roll.ProvenByMarks, admin(roll.SwitchedOn)))
	if attempt := f.claim(t, ""); attempt.Save != "plain" {
		t.Errorf("once it is proven claimed %+v", attempt)
	}
	said, err := f.ConnectionDecisions(t.Context(), north)
	must(t, err)
	if len(said) != 1 || said[0].Kind != roll.SwitchedOn || said[0].By.Name != "A. Clark" || said[0].Reason != "looked up" || !said[0].At.Equal(f.clock.Now()) {
		t.Errorf("decided is %+v", said)
	}
}

func aGuidedMarkIsFound(f *fixture) {
	t := f.t
	f.accept(t, guided(press("guide", absent(), unseen(3)...), "here"))
	f.accept(t, press("plain", absent(), unseen(4)...))
	f.answer(t, f.claim(t, "guide"))
	must(t, f.NoteSeen(t.Context(), north, "guide", roll.SeenRight, office()))
	if err := f.NoteSeen(t.Context(), north, "plain", roll.SeenRight, office()); roll.KindOf(err) != roll.NotFound {
		t.Errorf("of an ordinary save: %v", err)
	}
	if err := f.NoteSeen(t.Context(), "south", "guide", roll.SeenWrong, office()); roll.KindOf(err) != roll.NotFound {
		t.Errorf("from another school: %v", err)
	}
	marks, err := f.GuidedMarks(t.Context(), north, "here")
	must(t, err)
	want := roll.GuidedMark{Save: "guide", Enrolment: 3, Student: studentOf(3), StatusID: absent().ID, Status: "Absent", Outcome: roll.Saved, Returned: "Absent", Period: "2026", MadeAt: f.clock.Now(), By: teacher().Name, Seen: roll.SeenRight}
	if len(marks) != 1 || !marks[0].MadeAt.Equal(want.MadeAt) {
		t.Fatalf("found are %+v", marks)
	}
	if marks[0].MadeAt = want.MadeAt; marks[0] != want {
		t.Errorf("found is %+v", marks[0])
	}
}

func oneCallUntilAllAreNamed(f *fixture) {
	t := f.t
	f.moveTo(t, "https://elsewhere.example")
	for i, token := range []roll.Token{"first", "second", "third"} {
		save := press(token, absent(), unseen(roll.EnrolmentID(i+1))...)
		save.Generation = f.school(t).Generation
		f.accept(t, save)
	}
	for _, verdict := range []roll.Verdict{roll.Missing, roll.Confirmed} {
		attempt := f.claim(t, "")
		f.nothingToClaim(t, "third")
		if due, err := f.Due(t.Context()); err != nil || len(due) != 0 {
			t.Errorf("beside the first call %v are due, %v", due, err)
		}
		answer := roll.Reading{Valid: true, Students: []roll.StudentReading{{Enrolment: attempt.Marks[0].Enrolment, Verdict: verdict}}}
		f.close(t, attempt, roll.Reply{State: roll.Answered, SentAt: f.clock.Now(), Reading: answer}, confirm)
		if proven := f.school(t).Proof == roll.ProvenByAnswer; proven != (verdict == roll.Confirmed) {
			t.Errorf("after an answer with %s it is proven: %t", verdict, proven)
		}
	}
}

func guidedMarksBelongToOneConnection(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	f.accept(t, guided(press("guide", absent(), unseen(3)...), "here"))
	for school, subject := range map[roll.SchoolID]roll.Subject{north: "there", "south": "here"} {
		if marks, err := f.GuidedMarks(t.Context(), school, subject); err != nil || len(marks) != 0 {
			t.Errorf("%s, %s: found %+v, %v", school, subject, marks, err)
		}
	}
}

func aSchoolThatMovesLosesItsProof(f *fixture) {
	t := f.t
	school := f.school(t)
	must(t, f.Connect(t.Context(), school, schools.Key{Sealed: []byte("k"), LastFour: "9999"}))
	if got := f.school(t); got.Proof != roll.ProvenByAnswer {
		t.Errorf("with another key alone it is %q", got.Proof)
	}
	must(t, f.Pause(t.Context(), north, roll.PausedStudents, 0))
	must(t, f.Connect(t.Context(), school, schools.Key{Sealed: []byte("l"), LastFour: "8888"}))
	if pause := f.pauseOf(t); pause != roll.PausedStudents {
		t.Errorf("a key ended the pause: %q", pause)
	}
	school.BaseURL = "https://elsewhere.example"
	must(t, f.Connect(t.Context(), school, schools.Key{Sealed: []byte("m"), LastFour: "7777"}))
	if got, pause := f.school(t), f.pauseOf(t); got.Proof != roll.ProvenByDocument || pause != roll.NotPaused {
		t.Errorf("elsewhere it is %q, paused by %q", got.Proof, pause)
	}
}

func marksWithOtherNumbersHaveMoved(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	elsewhere := press("south", absent(), unseen(1)...)
	elsewhere.School = "south"
	f.accept(t, press("saved", absent(), unseen(1)...), press("sent", absent(), unseen(2)...), press("waits", absent(), unseen(3)...), elsewhere)
	f.answer(t, f.claim(t, "saved"))
	sent := f.claim(t, "sent")
	f.accept(t, guided(press("guide", absent(), unseen(4)...), "here"))
	f.meansOthers(t, "elsewhere")
	f.nothingToClaim(t, "")
	if moved, err := f.CloseAttempt(t.Context(), sent, roll.Reply{State: roll.Answered, SentAt: f.clock.Now()}, confirm); err != nil || moved {
		t.Errorf("an answer of before moved the mark: %t, %v", moved, err)
	}
	for enrolment, want := range map[roll.EnrolmentID]roll.Outcome{1: roll.Saved, 2: roll.Stopped, 3: roll.Stopped, 4: roll.Stopped} {
		history, err := f.History(t.Context(), north, enrolment, today)
		must(t, err)
		if mark := f.mark(t, enrolment); mark.Outcome != want || history[0].Outcome != want {
			t.Errorf("student %d is %s, in the history %s", enrolment, mark.Outcome, history[0].Outcome)
		}
	}
	f.clock.advance(time.Hour)
	f.nothingToClaim(t, "")
	marks, err := f.Marks(t.Context(), "south", today, []roll.EnrolmentID{1})
	must(t, err)
	if marks[1].Outcome != roll.Waiting {
		t.Errorf("another school's is %s", marks[1].Outcome)
	}
	must(t, f.setMapping(north, "names"))
	after, anew := press("after", absent(), unseen(5)...), press("anew", present(), seen(3, 1))
	after.Generation, anew.Generation = f.school(t).Generation, f.school(t).Generation
	f.accept(t, after)
	must(t, f.setMapping(north, "other names"))
	f.claim(t, "after")
	f.accept(t, anew)
	f.wantOutcomes(t, "waits", roll.Stopped)
}

func aSchoolThatMovedMeanwhileIsNotChanged(f *fixture) {
	t := f.t
	before := f.school(t)
	moved := before
	moved.BaseURL = "https://elsewhere.example"
	must(t, f.Connect(t.Context(), moved, schools.Key{Sealed: []byte("m"), LastFour: "7777"}))
	if err := f.SetMapping(t.Context(), before); roll.KindOf(err) != roll.Stale {
		t.Errorf("its mapping: %v", err)
	}
	if err := f.SetProof(t.Context(), before, roll.ProvenByMarks, admin(roll.SwitchedOn)); roll.KindOf(err) != roll.Stale {
		t.Errorf("its proof: %v", err)
	}
	must(t, f.setMapping(north, `{"other":1}`))
	moved.Mapping = ""
	if err := f.SetProof(t.Context(), moved, roll.ProvenByMarks, admin(roll.SwitchedOn)); roll.KindOf(err) != roll.Stale {
		t.Errorf("its proof, read otherwise: %v", err)
	}
}

func aFileKeepsTheProof(f *fixture) {
	t := f.t
	list := func(student roll.StudentID) []roll.Enrolment {
		return []roll.Enrolment{{ID: 1, Student: student}, {ID: 2}}
	}
	proof := func(says string, want roll.Proof) {
		t.Helper()
		if got := f.school(t).Proof; got != want {
			t.Errorf("%s: it is %q", says, got)
		}
	}
	tried := func(says string, want int) {
		t.Helper()
		if marks, err := f.GuidedMarks(t.Context(), north, "here"); err != nil || len(marks) != want {
			t.Errorf("%s: the marks that were tried are %+v, %v", says, marks, err)
		}
	}
	f.accept(t, guided(press("guide", absent(), unseen(3)...), "here"))
	must(t, f.PutStudents(t.Context(), north, "2026", lists.FromService, list(11)))
	must(t, f.PutStudentFile(t.Context(), north, "2026", StudentFile{Students: list(11)}))
	proof("the same numbers", roll.ProvenByAnswer)
	tried("the same numbers", 1)
	must(t, f.PutStudentFile(t.Context(), north, "2027", StudentFile{Students: list(0)}))
	proof("a number less", roll.ProvenByAnswer)
	connected := f.school(t).Connected
	must(t, f.PutStudentFile(t.Context(), north, "2027", StudentFile{Students: list(12), Named: true}))
	if f.school(t).Connected <= connected {
		t.Error("another number begins no connection")
	}
	proof("another number", roll.Unproven)
	tried("another number", 0)
	must(t, f.PutStudents(t.Context(), north, "2026", lists.FromService, list(11)))
	must(t, f.ProveByDocument(t.Context(), f.school(t)))
	proof("another list still came in a file", roll.Unproven)
	must(t, f.PutStudents(t.Context(), north, "2027", lists.FromService, list(11)))
	must(t, f.ProveByDocument(t.Context(), f.school(t)))
	proof("all lists are the service's again", roll.ProvenByDocument)
	for named, want := range map[bool]roll.Proof{true: roll.ProvenByAnswer, false: roll.Unproven} {
		id := roll.SchoolID("named")
		if !named {
			id = "unnamed"
		}
		f.addSchool(t, id)
		must(t, f.PutStudentFile(t.Context(), id, "2026", StudentFile{Students: list(11), Named: named}))
		school, err := f.School(t.Context(), id)
		must(t, err)
		if school.Proof != want {
			t.Errorf("a first list, named %t: it is %q", named, school.Proof)
		}
	}
}

func heldMarksWaitUntilMidnight(f *fixture) {
	t := f.t
	f.accept(t, press("held", absent(), unseen(1)...))
	must(t, f.Pause(t.Context(), north, roll.PausedStudents, 0))
	f.clock.advance(2 * time.Hour)
	f.stopped(t, 0)
	f.clock.advance(time.Minute)
	f.stopped(t, 0)
	must(t, f.ConfirmOthers(t.Context(), f.school(t), admin(roll.OthersAreRight)))
	if attempt := f.claim(t, ""); attempt.Save != "held" {
		t.Errorf("claimed %+v", attempt)
	}
	f.accept(t, press("unproven", absent(), unseen(2)...))
	f.unprove(t)
	f.clock.advance(roll.WaitLimit)
	f.stopped(t, 0)
	must(t, f.SetProof(t.Context(), f.school(t), roll.ProvenByMarks, admin(roll.SwitchedOn)))
	must(t, f.Pause(t.Context(), north, roll.PausedKey, 0))
	f.clock.advance(roll.WaitLimit - time.Millisecond)
	f.stopped(t, 0)
	f.clock.advance(time.Millisecond)
	f.stopped(t, 1)
	f.accept(t, press("overnight", absent(), unseen(3)...))
	must(t, f.Pause(t.Context(), north, roll.PausedStudents, 0))
	f.clock.advance(roll.WaitLimit)
	f.stopped(t, 0)
	f.clock.advance(roll.DateOf(f.clock.Now(), f.zone).End(f.zone).Sub(f.clock.Now()))
	f.stopped(t, 1)
	if mark := f.mark(t, 3); mark.Outcome != roll.Stopped {
		t.Errorf("at midnight it is %s", mark.Outcome)
	}
}

func marksHeldByAPauseStopHalfAnHourLater(f *fixture) {
	t := f.t
	f.accept(t, press("held", absent(), unseen(1)...))
	must(t, f.Pause(t.Context(), north, roll.PausedStudents, 0))
	f.clock.advance(2 * time.Hour)
	f.stopped(t, 0)
	must(t, f.ConfirmOthers(t.Context(), f.school(t), admin(roll.OthersAreRight)))
	must(t, f.Pause(t.Context(), north, roll.PausedKey, 0))
	f.clock.advance(roll.WaitLimit)
	f.stopped(t, 1)
}

func listedStudentsAreDistinguished(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	must(t, f.PutStudents(t.Context(), north, "2026", lists.FromService, []roll.Enrolment{{ID: 1, Student: 11}, {ID: 2}}))
	must(t, f.PutStudents(t.Context(), "south", "2026", lists.FromService, []roll.Enrolment{{ID: 1, Student: 12}}))
	listed, err := f.Listed(t.Context(), north, []roll.StudentID{11, 12, 13})
	must(t, err)
	if len(listed) != 1 || !listed[11] {
		t.Errorf("they are %v", listed)
	}
}
