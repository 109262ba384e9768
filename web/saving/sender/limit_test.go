package sender

import (
	"testing"
	"time"

	"rollbook/web/roll"
)

// someTime is the clock of lanes in which no time passes.
func someTime() time.Time { return time.Date(2026, 3, 4, 8, 31, 0, 0, time.UTC) }

func TestASchoolBeginsWithEightCallsAndGetsSixteenWhileItsAnswersAreGood(t *testing.T) {
	t.Parallel()
	l := newLanes(someTime)
	l.askAll("a")
	taken := enterAll(l)
	if len(taken) != 8 {
		t.Fatalf("%d calls are under way", len(taken))
	}
	for want := 9; want <= 20; want++ {
		l.answered(taken[0], 300*time.Millisecond)
		l.leave(taken[0], succeeded, true)
		taken = append(taken[1:], enterAll(l)...)
		if len(taken) != min(want, 16) {
			t.Fatalf("%d calls are under way, not %d", len(taken), min(want, 16))
		}
	}
}

func TestOneBelowTheNumberAtWhichAnswersTakeTwiceTheUsualTimeIsSent(t *testing.T) {
	t.Parallel()
	l := newLanes(someTime)
	l.askAll("a")
	taken := enterAll(l)
	for range 4 {
		l.answered(taken[0], 300*time.Millisecond)
		taken = append(taken, enterAll(l)...)
	}
	for i, one := range taken {
		l.answered(one, 700*time.Millisecond)
		if want := 12; i < 2 && l.lanes["a"].calls != want {
			t.Errorf("after slow answer %d %d calls are allowed, not %d", i+1, l.lanes["a"].calls, want)
		}
		l.leave(one, succeeded, true)
	}
	if taken = enterAll(l); len(taken) != 9 {
		t.Errorf("%d calls begin after a slow round, whose third answer came beside 9 others", len(taken))
	}
}

func TestASchoolThatRefusesCallsAboveFourIsSentFourAndTriedWithFiveAfterMinutes(t *testing.T) {
	t.Parallel()
	now := someTime()
	l := newLanes(func() time.Time { return now })
	l.askAll("a")
	taken := enterAll(l)
	for _, one := range taken[4:] {
		l.refused(one)
		l.leave(one, toldToWait, true)
	}
	if l.isFailing("a") {
		t.Error("a school that asks for a wait counts as failing")
	}
	again := func() int {
		for _, one := range taken {
			l.answered(one, 300*time.Millisecond)
			l.leave(one, succeeded, true)
		}
		taken = enterAll(l)
		return len(taken)
	}
	for taken = taken[:4]; now.Sub(someTime()) < triedHigherAfter; now = now.Add(time.Second) {
		if calls := again(); calls != 4 {
			t.Fatalf("after %v %d calls are sent", now.Sub(someTime()), calls)
		}
	}
	if calls := again(); calls != 5 {
		t.Errorf("after minutes %d calls are sent", calls)
	}
	l.refused(taken[4])
	l.leave(taken[4], toldToWait, true)
	taken = taken[:4]
	if calls := again(); calls != 4 {
		t.Errorf("once five were refused again %d calls are sent", calls)
	}
}

func TestAServiceThatRefusesEverythingKeepsHalfOfItsCalls(t *testing.T) {
	t.Parallel()
	l := newLanes(someTime)
	l.askAll("a")
	for _, one := range enterAll(l) {
		l.refused(one)
		l.leave(one, toldToWait, true)
	}
	if taken := enterAll(l); len(taken) != 4 {
		t.Errorf("%d calls are sent", len(taken))
	}
	alone := newLanes(someTime)
	alone.askFor("a", "save")
	one, _ := alone.enter()
	alone.refused(one)
	alone.leave(one, toldToWait, false)
	if calls := alone.lanes["a"].calls; calls != 8 {
		t.Errorf("a call that was refused alone leaves %d", calls)
	}
}

func TestASchoolBeginsWithWhatItTookBefore(t *testing.T) {
	t.Parallel()
	for known, want := range map[roll.Calls]int{{}: 8, {Taken: 12}: 12, {Taken: 3, Refused: 4}: 3, {Taken: 11, Refused: 12}: 11} {
		l := newLanes(someTime)
		if l.isKnown("a") {
			t.Error("a new school is known")
		}
		l.know("a", known)
		l.know("a", roll.Calls{Taken: 16})
		l.askAll("a")
		taken := enterAll(l)
		if len(taken) != want {
			t.Errorf("with %+v %d calls begin, not %d", known, len(taken), want)
		}
		if _, changed := l.toStore("a"); changed {
			t.Errorf("%+v is stored again", known)
		}
		l.refused(taken[0])
		if now, changed := l.toStore("a"); !changed || now != (roll.Calls{Taken: want - 1, Refused: want}) {
			t.Errorf("after a refusal %+v is stored, %v", now, changed)
		}
	}
}
