package store

import (
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
)

func connectionDecisionSentences() []sentence {
	return []sentence{
		{"a proof is no way around other students", aProofIsNoWayAroundOthers},
		{"an admin's word about other students ends their pause once", aDecisionAboutOtherStudentsEndsThePause},
		{"an answer about other students is shown with the students who were sent", answersNameTheirOtherStudents},
		{"the office puts away whom it has seen", theOfficePutsAwayWhomItHasSeen},
		{"guided marks have their answers", guidedMarksHaveTheirAnswers},
	}
}

// namesInstead makes the answer to a press with each token name another student instead.
func (f *fixture) namesInstead(t *testing.T, tokens ...roll.Token) {
	t.Helper()
	for i, token := range tokens {
		f.accept(t, press(token, absent(), unseen(roll.EnrolmentID(i+1))...))
		attempt := f.claim(t, token)
		_, err := f.NoteOthers(t.Context(), attempt, []roll.Item{{Student: 7000, Status: "Absent", Date: today}}, true)
		must(t, err)
		f.lose(t, attempt)
	}
}

// itself returns the fixture's school as stored.
func (f *fixture) itself(t *testing.T) roll.School {
	t.Helper()
	school, err := f.School(t.Context(), north)
	must(t, err)
	return school
}

func (f *fixture) decisions(t *testing.T) []roll.ConnectionDecision {
	t.Helper()
	decisions, err := f.ConnectionDecisions(t.Context(), north)
	must(t, err)
	return decisions
}

func aProofIsNoWayAroundOthers(f *fixture) {
	t := f.t
	f.namesInstead(t, "a", "b")
	err := f.SetProof(t.Context(), f.itself(t), roll.ProvenByMarks, roll.ConnectionDecision{Kind: roll.SwitchedOn, By: office()})
	if roll.KindOf(err) != roll.Stale || f.connection(t).Pause != roll.PausedStudents || len(f.decisions(t)) != 0 {
		t.Errorf("it ends with %v, paused by %q", err, f.connection(t).Pause)
	}
}

func aDecisionAboutOtherStudentsEndsThePause(f *fixture) {
	t := f.t
	f.namesInstead(t, "a", "b")
	word := roll.ConnectionDecision{Kind: roll.OthersAreRight, By: office(), Reason: "looked"}
	for range 2 {
		must(t, f.ConfirmOthers(t.Context(), f.itself(t), word))
	}
	said := f.decisions(t)
	if len(said) != 1 || said[0].Reason != "looked" || said[0].By.Name != office().Name || f.connection(t).Pause != roll.NotPaused {
		t.Errorf("noted is %+v, paused by %q", said, f.connection(t).Pause)
	}
	f.claim(t, "a")
}

func answersNameTheirOtherStudents(f *fixture) {
	t := f.t
	f.namesInstead(t, "a")
	named, err := f.OthersNamed(t.Context(), north)
	must(t, err)
	if len(named) != 1 || named[0].Student != 7000 || !named[0].Instead || named[0].Save != "a" || len(named[0].Sent) != 1 || named[0].Sent[0].Enrolment != 1 {
		t.Errorf("told is %+v", named)
	}
}

func theOfficePutsAwayWhomItHasSeen(f *fixture) {
	t := f.t
	f.namesInstead(t, "a")
	f.accept(t, press("b", absent(), unseen(9)...))
	_, err := f.NoteOthers(t.Context(), f.claim(t, "b"), []roll.Item{{Student: 8000, Status: "Absent", Date: today}}, false)
	must(t, err)
	f.told(t, 7000, 8000)
	must(t, f.ReviewAdditional(t.Context(), north))
	// A second answer may still arrive.
	f.told(t, 7000)
	f.clock.advance(roll.OthersWindow)
	must(t, f.ReviewAdditional(t.Context(), north))
	f.told(t)
	f.namesInstead(t, "c", "d")
	f.clock.advance(roll.OthersWindow + time.Minute)
	must(t, f.ReviewAdditional(t.Context(), north))
	f.told(t, 7000, 7000)
}

// told expects the students to be named.
func (f *fixture) told(t *testing.T, want ...roll.StudentID) {
	t.Helper()
	named, err := f.OthersNamed(t.Context(), north)
	must(t, err)
	got := make([]roll.StudentID, len(named))
	for i, one := range named {
		got[i] = one.Student
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("named are %v instead of %v", got, want)
	}
}

func guidedMarksHaveTheirAnswers(f *fixture) {
	t := f.t
	save := press("a", absent(), unseen(1)...)
	save.Guided = "connection"
	f.accept(t, save)
	f.answer(t, f.claim(t, "a"))
	marks, err := f.GuidedMarks(t.Context(), north, "connection")
	must(t, err)
	if len(marks) != 1 || marks[0].Returned != "Absent" || marks[0].Period != "2026" || !marks[0].Reached() {
		t.Errorf("told is %+v", marks)
	}
	if others, err := f.GuidedMarks(t.Context(), north, "another connection"); err != nil || len(others) != 0 {
		t.Errorf("of another connection told is %+v, %v", others, err)
	}
}
