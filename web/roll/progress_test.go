package roll

import (
	"math/rand/v2"
	"testing"
	"time"
)

// Instants of one morning: an attempt is claimed and starts at sent, and closes at closed.
func sent() time.Time   { return time.Date(2026, 11, 20, 8, 30, 0, 0, time.UTC) }
func closed() time.Time { return sent().Add(2 * time.Second) }

// timingOfTest gives a service a minute to apply abandoned requests.
func timingOfTest() Timing { return NewTiming(15*time.Second, time.Minute) }

// by is an attempt with version 3.
func by() Attempted { return Attempted{Version: 3, SentAt: sent(), ClosedAt: closed()} }

// waits is a mark of version 3 after its first request.
func waits() Progress {
	return Progress{Enrolment: 1, Student: 11, Version: 3, Save: "save", Outcome: Waiting}
}

// doubted is a mark with a request that was abandoned at the instant.
func doubted(at time.Time) Progress {
	mark := waits()
	mark.Outcome, mark.UnknownAt, mark.Tries = Confirming, at, 1
	return mark
}

func expect(t *testing.T, says string, got, want Progress) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %+v\nwant %+v", says, got, want)
	}
}

func TestTheFirstValidAnswerSettlesAMarkThatNothingElseCanChange(t *testing.T) {
	t.Parallel()
	want := waits()
	want.Outcome, want.Returned, want.AnsweredAt = Saved, "Absent", closed()
	expect(t, "the status that was sent", waits().Confirm(by(), "Absent", true, timingOfTest()), want)
	want.Outcome, want.Returned = Differs, "Excused"
	expect(t, "another status", waits().Confirm(by(), "Excused", false, timingOfTest()), want)
	tried := waits()
	tried.Tries, tried.Again, tried.Part = 4, true, 6
	want.Outcome, want.Returned = Saved, "Absent"
	expect(t, "after failures", tried.Confirm(by(), "Absent", true, timingOfTest()), want)
}

func TestAnAnswerToAnOlderMarkSendsTheNewest(t *testing.T) {
	t.Parallel()
	newer := waits()
	newer.Version, newer.Save = 4, "newer"
	want := newer
	want.DueAt = closed()
	expect(t, "confirmed", newer.Confirm(by(), "Absent", true, timingOfTest()), want)
	expect(t, "left out", newer.LeaveOut(by()), want)
	expect(t, "refused", newer.Refuse(by()), want)
	want.Tries = 1
	want.DueAt = closed().Add(5 * time.Second)
	expect(t, "not sent", newer.Retry(by(), 5*time.Second), want)
	want.Outcome, want.UnknownAt = Confirming, closed()
	expect(t, "unknown", newer.Doubt(by(), 5*time.Second), want)
}

func TestAnAnswerThatAnUnknownAttemptCanOverwriteIsRepeatedWhenItNoLongerCan(t *testing.T) {
	t.Parallel()
	givenUp := sent().Add(-30 * time.Second)
	want := doubted(givenUp)
	want.Tries, want.Asserted, want.DueAt = 0, true, givenUp.Add(time.Minute)
	early := doubted(givenUp).Confirm(by(), "Absent", true, timingOfTest())
	expect(t, "sent too early", early, want)
	for says, after := range map[string]time.Duration{"just too early": time.Minute - time.Nanosecond, "just late enough": time.Minute, "long after": time.Hour} {
		repetition := Attempted{Version: 3, SentAt: givenUp.Add(after), ClosedAt: givenUp.Add(after + time.Second)}
		got := early.Confirm(repetition, "Absent", true, timingOfTest())
		want := waits()
		want.Outcome, want.Returned, want.AnsweredAt = Saved, "Absent", repetition.ClosedAt
		if after < time.Minute {
			want = early
		}
		expect(t, says, got, want)
	}
}

func TestARepetitionThatIsLostBeginsTheWaitAnew(t *testing.T) {
	t.Parallel()
	asserted := doubted(sent().Add(-time.Minute))
	asserted.Tries, asserted.Asserted = 0, true
	want := doubted(closed())
	want.DueAt = closed().Add(3 * time.Second)
	expect(t, "unknown once more", asserted.Doubt(by(), 3*time.Second), want)
	want = asserted
	want.Tries, want.DueAt = 1, closed().Add(3*time.Second)
	expect(t, "not sent", asserted.Retry(by(), 3*time.Second), want)
}

func TestAMarkIsConfirmingWhileAnAttemptIsUnknownAndWaitingOtherwise(t *testing.T) {
	t.Parallel()
	if got := waits().Doubt(by(), 0).Outcome; got != Confirming {
		t.Errorf("after an unknown attempt it is %s", got)
	}
	if got := waits().Retry(by(), 0).Outcome; got != Waiting {
		t.Errorf("after one that was not sent it is %s", got)
	}
	if got := doubted(sent()).Retry(by(), 0).Outcome; got != Confirming {
		t.Errorf("after an unknown one and one that was not sent it is %s", got)
	}
	if got := waits().Divide(by(), 1).Outcome; got != Waiting {
		t.Errorf("in a part it is %s", got)
	}
	if got := doubted(sent()).Divide(by(), 1).Outcome; got != Confirming {
		t.Errorf("in a part after an unknown one it is %s", got)
	}
}

func TestAMissingStudentIsSentOnceMoreAndThenNeedsAPerson(t *testing.T) {
	t.Parallel()
	again := waits()
	again.Again, again.DueAt = true, closed()
	expect(t, "left out once", waits().LeaveOut(by()), again)
	refused := waits()
	refused.Outcome, refused.AnsweredAt = Refused, closed()
	claimed := again
	claimed.DueAt = time.Time{}
	expect(t, "left out twice", claimed.LeaveOut(by()), refused)
	settled := waits()
	settled.Outcome, settled.Returned, settled.AnsweredAt = Saved, "Absent", closed()
	expect(t, "answered the second time", claimed.Confirm(by(), "Absent", true, timingOfTest()), settled)
}

func TestAMarkThatIsRefusedAloneNeedsAPerson(t *testing.T) {
	t.Parallel()
	part := doubted(sent().Add(-time.Minute))
	part.Part, part.Again, part.Asserted = 5, true, true
	want := part
	want.Outcome, want.Part, want.Again, want.Asserted, want.AnsweredAt = Refused, 0, false, false, closed()
	expect(t, "refused", part.Refuse(by()), want)
	if want.UnknownAt.IsZero() {
		t.Error("the unknown attempt is forgotten, which a newer mark still has to outlast")
	}
}

func TestAPartOfARefusedListIsSentAtOnce(t *testing.T) {
	t.Parallel()
	want := waits()
	want.Part, want.DueAt = 2, closed()
	expect(t, "divided", waits().Divide(by(), 2), want)
}

func TestAMarkThatWaitedTooLongStopsWithAllThatWasStillToBeSent(t *testing.T) {
	t.Parallel()
	long := doubted(sent())
	long.DueAt, long.Part, long.InVersion, long.OutVersion = closed(), 3, 2, 3
	want := long
	want.Outcome, want.DueAt, want.Part, want.InVersion, want.OutVersion = Stopped, time.Time{}, 0, 0, 0
	expect(t, "stopped", long.Stop(closed()), want)
	for _, outcome := range []Outcome{Saved, Differs, Refused, Stopped} {
		settled := waits()
		settled.Outcome = outcome
		expect(t, "what is "+string(outcome), settled.Stop(closed()), settled)
	}
}

func TestARepetitionThatIsDueStillHasItsFirstTryInTime(t *testing.T) {
	t.Parallel()
	asserted := doubted(sent())
	asserted.Asserted, asserted.Tries, asserted.DueAt = true, 0, sent().Add(time.Minute)
	for _, at := range []time.Time{sent(), asserted.DueAt, asserted.DueAt.Add(RepetitionLimit - 1)} {
		expect(t, "not tried yet", asserted.Stop(at), asserted)
	}
	if held := asserted.Stop(asserted.DueAt.Add(RepetitionLimit)); held.Outcome != Stopped {
		t.Errorf("held up too long it is %s", held.Outcome)
	}
	if tried := asserted.Retry(by(), 0).Stop(asserted.DueAt); tried.Outcome != Stopped {
		t.Errorf("tried and failed it is %s", tried.Outcome)
	}
	underWay := asserted
	underWay.DueAt = time.Time{}
	expect(t, "on its way", underWay.Stop(sent().Add(time.Hour)), underWay)
}

func TestAStoppedMarkIsNotSentAgainAfterAnyResultOfItsLastAttempt(t *testing.T) {
	t.Parallel()
	stopped, unknown := waits().Stop(closed()), doubted(sent().Add(-time.Second)).Stop(closed())
	for says, got := range map[string]Progress{
		"not sent": stopped.Retry(by(), 0), "unknown": stopped.Doubt(by(), 0), "left out": stopped.LeaveOut(by()), "divided": stopped.Divide(by(), 1),
		"answered, with another attempt unknown": unknown.Confirm(by(), "Absent", true, timingOfTest()),
	} {
		if got.Outcome != Stopped || !got.DueAt.IsZero() {
			t.Errorf("%s: it is %s and due at %v", says, got.Outcome, got.DueAt)
		}
	}
	newer := stopped
	newer.Version = 4
	if got := newer.Confirm(by(), "Absent", true, timingOfTest()); got.Outcome != Stopped || !got.DueAt.IsZero() {
		t.Errorf("an older mark's answer makes it %s, due at %v", got.Outcome, got.DueAt)
	}
	if got := stopped.Confirm(by(), "Absent", true, timingOfTest()); got.Outcome != Saved {
		t.Errorf("its own answer makes it %s", got.Outcome)
	}
}

func TestABackoffIsBetweenTwoAndThirtySecondsAndGrows(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for failures, seconds := range map[int]int{-1: 4, 0: 4, 1: 8, 2: 16, 3: 30, 4: 30, 5: 30, 1000: 30} {
		least, most := time.Duration(min(seconds/2, 16))*time.Second, time.Duration(seconds)*time.Second
		drawn := make(map[time.Duration]bool)
		for range 200 {
			wait := Backoff(failures, random)
			drawn[wait] = true
			if wait < max(least, 2*time.Second) || wait > most {
				t.Fatalf("after %d failures it is %v", failures, wait)
			}
		}
		if len(drawn) < 2 && failures < 4 {
			t.Errorf("after %d failures everybody waits the same", failures)
		}
	}
}

func TestACallLimitGrowsWithTheHalvings(t *testing.T) {
	t.Parallel()
	for students, want := range map[int]int{0: 4, 1: 4, 2: 8, 3: 12, 4: 12, 5: 16, 28: 24, 32: 24, 33: 28, 1000: 44, 1024: 44, 2000: 48} {
		if got := CallLimit(students); got != want {
			t.Errorf("%d students may cost %d calls, not %d", students, got, want)
		}
	}
}
