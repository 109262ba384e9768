package roll

import (
	"testing"
	"time"
)

// TestEveryCheckIsSentBeforeAMarkSettles follows checks in and out through answers.
func TestEveryCheckIsSentBeforeAMarkSettles(t *testing.T) {
	t.Parallel()
	both := waits()
	both.InVersion, both.OutVersion = 2, 3
	carrying := by()
	carrying.CheckVersion = 2
	first := both.Confirm(carrying, "Late", true, timingOfTest())
	want := both
	want.InVersion, want.DueAt = 0, closed()
	expect(t, "the check in answered", first, want)
	carrying.CheckVersion = 3
	second := first.Confirm(carrying, "Late", true, timingOfTest())
	if second.Outcome != Saved || second.OutVersion != 0 {
		t.Errorf("the check out answered: %+v", second)
	}
}

func TestACheckOfAnOlderMarkIsDoneWhenItIsAnswered(t *testing.T) {
	t.Parallel()
	newer := waits()
	newer.Version, newer.InVersion = 4, 3
	carrying := by()
	carrying.CheckVersion = 3
	if got := newer.Confirm(carrying, "Late", true, timingOfTest()); got.InVersion != 0 || !got.DueAt.Equal(closed()) || got.Outcome != Waiting {
		t.Errorf("it is %+v", got)
	}
	corrected := newer
	corrected.InVersion = 4
	if got := corrected.Confirm(carrying, "Late", true, timingOfTest()); got.InVersion != 4 {
		t.Errorf("an answer to the older check in ends the newer one: %+v", got)
	}
}

func TestAClearIsOneCheckForBothKinds(t *testing.T) {
	t.Parallel()
	cleared := waits()
	cleared.InVersion, cleared.OutVersion = 3, 3
	carrying := by()
	carrying.CheckVersion = 3
	if got := cleared.Confirm(carrying, "Present", true, timingOfTest()); got.Outcome != Saved || got.InVersion != 0 || got.OutVersion != 0 {
		t.Errorf("it is %+v", got)
	}
}

// TestACheckIsRepeatedWithTheStatusAfterAnUnknownAttempt: an attempt that was given up can overwrite a check
// just like a status.
func TestACheckIsRepeatedWithTheStatusAfterAnUnknownAttempt(t *testing.T) {
	t.Parallel()
	givenUp := sent().Add(-10 * time.Second)
	mark := doubted(givenUp)
	mark.InVersion, mark.OutVersion = 2, 3
	carrying := by()
	carrying.CheckVersion = 2
	early := mark.Confirm(carrying, "Late", true, timingOfTest())
	if early.InVersion != 2 || early.OutVersion != 3 || !early.DueAt.Equal(givenUp.Add(time.Minute)) || !early.Asserted {
		t.Errorf("answered too early: %+v", early)
	}
	later := Attempted{Version: 3, CheckVersion: 2, SentAt: early.DueAt, ClosedAt: early.DueAt.Add(time.Second)}
	in := early.Confirm(later, "Late", true, timingOfTest())
	if in.InVersion != 0 || in.OutVersion != 3 || in.Outcome != Confirming || !in.DueAt.Equal(later.ClosedAt) {
		t.Errorf("the check in repeated: %+v", in)
	}
	later.CheckVersion, later.SentAt, later.ClosedAt = 3, later.ClosedAt, later.ClosedAt.Add(time.Second)
	if out := in.Confirm(later, "Late", true, timingOfTest()); out.Outcome != Saved || out.OutVersion != 0 || !out.UnknownAt.IsZero() {
		t.Errorf("the check out after it: %+v", out)
	}
}

func TestARefusedCheckDoesNotHoldUpTheOther(t *testing.T) {
	t.Parallel()
	both := waits()
	both.InVersion, both.OutVersion = 2, 3
	carrying := by()
	carrying.CheckVersion = 2
	got := both.Refuse(carrying)
	if got.InVersion != 0 || got.OutVersion != 3 || !got.DueAt.Equal(closed()) {
		t.Errorf("the check in refused: %+v", got)
	}
	carrying.CheckVersion = 3
	if got := got.Refuse(carrying); got.Outcome != Refused || got.OutVersion != 0 || !got.DueAt.IsZero() && got.Outcome.UnderWay() {
		t.Errorf("the check out refused: %+v", got)
	}
}

func TestALostCheckIsKeptForTheNextRequest(t *testing.T) {
	t.Parallel()
	mark := waits()
	mark.InVersion = 3
	carrying := by()
	carrying.CheckVersion = 3
	for says, got := range map[string]Progress{
		"not sent": mark.Retry(carrying, 0), "unknown": mark.Doubt(carrying, 0), "left out": mark.LeaveOut(carrying), "divided": mark.Divide(carrying, 1),
	} {
		if got.InVersion != 3 || got.DueAt.IsZero() {
			t.Errorf("%s: %+v", says, got)
		}
	}
}
