package sender

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rollbook/web/roll"
)

// enterAll takes as many turns as may start.
func enterAll(l *lanes) []turn {
	var taken []turn
	for {
		one, ok := l.enter()
		if !ok {
			return taken
		}
		taken = append(taken, one)
	}
}

// named returns each turn as its school and save.
func named(turns ...turn) []string {
	names := make([]string, len(turns))
	for i, one := range turns {
		names[i] = string(one.school) + " " + string(one.save)
	}
	return names
}

func schoolNumber(i int) roll.SchoolID { return roll.SchoolID("school-" + strconv.Itoa(i)) }

func TestAProcessHasAtMostSixtyFourCallsUnderWay(t *testing.T) {
	t.Parallel()
	l := newLanes(someTime)
	for i := range 40 {
		l.askAll(schoolNumber(i))
	}
	if taken := enterAll(l); len(taken) != 64 {
		t.Errorf("%d calls are under way", len(taken))
	}
}

func TestSchoolsTakeTurns(t *testing.T) {
	t.Parallel()
	l := newLanes(someTime)
	for i := range 3 {
		l.askAll(schoolNumber(i))
	}
	var order []roll.SchoolID
	for _, one := range enterAll(l)[:6] {
		order = append(order, one.school)
	}
	if want := []roll.SchoolID{"school-0", "school-1", "school-2", "school-0", "school-1", "school-2"}; !slices.Equal(order, want) {
		t.Errorf("the order is %v", order)
	}
}

func TestALaterSchoolDoesNotWaitForTheBacklogOfAnother(t *testing.T) {
	t.Parallel()
	l := newLanes(someTime)
	l.askAll("a")
	first, _ := l.enter()
	l.askFor("b", "save")
	l.leave(first, succeeded, true)
	var order []string
	for range 3 {
		next, _ := l.enter()
		order = append(order, string(next.school)+string(next.save))
	}
	if !slices.Contains(order[:2], "bsave") {
		t.Errorf("the order is %v", order)
	}
}

func TestALimitFallsToOneAfterAFailureAndRisesByOneAfterASuccess(t *testing.T) {
	t.Parallel()
	l := newLanes(someTime)
	l.askAll("a")
	taken := enterAll(l)
	l.leave(taken[0], failed, true)
	if !l.isFailing("a") {
		t.Error("the school does not count as failing")
	}
	last := len(taken) - 1
	for _, one := range taken[1:last] {
		l.leave(one, failed, true)
		if begun := enterAll(l); len(begun) != 0 {
			t.Errorf("%d calls begin although one is under way and the last failed", len(begun))
		}
	}
	l.leave(taken[last], failed, true)
	for want := 1; want <= 4; want++ {
		begun := enterAll(l)
		if len(begun) != want {
			t.Fatalf("%d calls begin instead of %d", len(begun), want)
		}
		for i, one := range begun {
			how := neither
			if i == 0 {
				l.answered(one, time.Second)
				how = succeeded
			}
			l.leave(one, how, true)
		}
	}
	if l.isFailing("a") || l.isFailing("unknown") {
		t.Error("a school counts as failing that does not")
	}
}

func TestSchoolsThatFailHaveOneCallEachAndShareSixteen(t *testing.T) {
	t.Parallel()
	l := newLanes(someTime)
	for i := range 30 {
		l.askFor(schoolNumber(i), "save")
	}
	for _, one := range enterAll(l) {
		l.leave(one, failed, true)
	}
	begun := enterAll(l)
	if len(begun) != 16 {
		t.Fatalf("%d calls of failing schools are under way", len(begun))
	}
	for i := range 20 {
		l.askAll(schoolNumber(100 + i))
	}
	if others := enterAll(l); len(others) != 48 {
		t.Errorf("beside them %d calls of other schools are under way", len(others))
	}
	l.leave(begun[0], succeeded, false)
	if next := enterAll(l); len(next) != 1 || next[0].school == begun[0].school {
		t.Errorf("after a recovery begin %v", next)
	}
}

func TestASaveIsSentInItsOwnTurnUnlessItsSchoolIsBehind(t *testing.T) {
	t.Parallel()
	l := newLanes(someTime)
	l.askFor("a", "first")
	l.askFor("a", "second")
	taken := enterAll(l)
	if want := []string{"a first", "a second"}; !slices.Equal(named(taken...), want) {
		t.Fatalf("the turns are %v", taken)
	}
	l.leave(taken[0], failed, false)
	l.leave(taken[1], failed, false)
	l.askFor("a", "third")
	if taken := enterAll(l); !slices.Equal(named(taken...), []string{"a "}) {
		t.Errorf("where the last call failed the turns are %v, not the oldest first", taken)
	}
}

func TestNewMarksAreNoBacklog(t *testing.T) {
	t.Parallel()
	l := newLanes(someTime)
	l.askFor("a", "first")
	l.askAll("a")
	l.askFor("a", "second")
	oldest, _ := l.enter()
	if older := l.claimed(oldest, "older"); older.save != "" {
		t.Errorf("what was accepted before is taken for %v", named(older))
	}
	if first := l.claimed(oldest, "first"); first.save != "first" {
		t.Errorf("the oldest that was due is taken for %v", named(first))
	}
	if rest := enterAll(l); !slices.Equal(named(rest...), []string{"a second"}) {
		t.Errorf("then the turns are %v", named(rest...))
	}
}

func TestASchoolGetsNoCallsOnceNothingIsDue(t *testing.T) {
	t.Parallel()
	l := newLanes(someTime)
	l.askAll("a")
	for _, one := range enterAll(l) {
		l.leave(one, nothingDue, false)
	}
	if taken := enterAll(l); len(taken) != 0 {
		t.Errorf("turns are given: %v", taken)
	}
	l.askFor("a", "save")
	if taken := enterAll(l); !slices.Equal(named(taken...), []string{"a save"}) {
		t.Errorf("then the turns are %v", taken)
	}
}

func TestTheSaveThatWaitsLongestFollowsInThePlaceOfOneThatWasAnswered(t *testing.T) {
	t.Parallel()
	l := newLanes(someTime)
	l.setOpen(true)
	for i := range 10 {
		l.askFor("a", roll.Token(fmt.Sprint(i)))
	}
	taken := enterAll(l)
	next, ok := l.follow("a", false, func() {})
	l.leave(taken[0], handedOn, false)
	if !ok || next.save != "8" {
		t.Errorf("%q follows, %v", next.save, ok)
	}
	if begun := enterAll(l); len(begun) != 0 {
		t.Errorf("beside the one that follows begin %v", begun)
	}
	l.leave(next, succeeded, false)
	if begun := enterAll(l); !slices.Equal(named(begun...), []string{"a 9"}) {
		t.Errorf("then begin %v", begun)
	}
}

func TestNoSaveFollowsWhereAnotherWouldHaveToWaitForIt(t *testing.T) {
	t.Parallel()
	nobody := func() { t.Error("a place is handed on") }
	full := newLanes(someTime)
	full.setOpen(true)
	for i := range 9 {
		for range 9 {
			full.askFor(schoolNumber(i), "save")
		}
	}
	enterAll(full)
	full.follow(schoolNumber(0), true, nobody)
	behind := newLanes(someTime)
	behind.setOpen(true)
	behind.askAll("a")
	enterAll(behind)
	behind.follow("a", false, nobody)
	if next, ok := behind.follow("a", true, func() {}); !ok || next != (turn{school: "a", underWay: 8}) {
		t.Errorf("of a backlog that may be followed up comes %v, %v", next, ok)
	}
	closed := newLanes(someTime)
	closed.askFor("a", "save")
	closed.follow("a", true, nobody)
}

// TestLanesNeverMiscount calls, enters and leaves at random.
func TestLanesNeverMiscount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l := newLanes(someTime)
		l.setOpen(true)
		var open []turn
		for step := range rapid.IntRange(1, 200).Draw(t, "steps") {
			school := schoolNumber(rapid.IntRange(0, 20).Draw(t, "school"))
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0:
				l.askAll(school)
			case 1:
				l.askFor(school, roll.Token(fmt.Sprint(step)))
			case 2, 3:
				if one, ok := l.enter(); ok {
					open = append(open, one)
				}
			case 4:
				if len(open) > 0 {
					i := rapid.IntRange(0, len(open)-1).Draw(t, "which")
					how := rapid.SampledFrom([]result{nothingDue, succeeded, failed, neither}).Draw(t, "how")
					if how == succeeded {
						l.answered(open[i], time.Duration(rapid.IntRange(1, 3000).Draw(t, "milliseconds"))*time.Millisecond)
					}
					l.leave(open[i], how, rapid.Bool().Draw(t, "more"))
					open = slices.Delete(open, i, i+1)
				}
			case 5:
				if len(open) > 0 {
					i := rapid.IntRange(0, len(open)-1).Draw(t, "which")
					if next, ok := l.follow(open[i].school, rapid.Bool().Draw(t, "backlog"), func() {}); ok {
						l.leave(open[i], handedOn, false)
						open[i] = next
					}
				}
			case 6:
				if len(open) > 0 {
					i := rapid.IntRange(0, len(open)-1).Draw(t, "which")
					open[i] = l.claimed(open[i], roll.Token(fmt.Sprint(rapid.IntRange(0, step).Draw(t, "token"))))
				}
			}
			if err := miscounted(l, open); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func miscounted(l *lanes, open []turn) error {
	underWay, failing := make(map[roll.SchoolID]int), 0
	for _, one := range open {
		underWay[one.school]++
		if l.lanes[one.school].failing {
			failing++
		}
	}
	if l.underWay != len(open) || l.failing != failing {
		return fmt.Errorf("%d under way, %d of them failing: counted as %d and %d", len(open), failing, l.underWay, l.failing)
	}
	queued := make(map[roll.SchoolID]int)
	for _, school := range l.queue {
		queued[school]++
	}
	for school, lane := range l.lanes {
		if lane.underWay != underWay[school] || lane.calls < 1 || lane.calls > 16 || lane.underWay > 16 {
			return fmt.Errorf("%s has %d under way: %+v", school, underWay[school], lane)
		}
		if waits := !lane.idle(); queued[school] > 1 || waits != (queued[school] == 1) {
			return fmt.Errorf("%s stands in the queue %d times: %+v", school, queued[school], lane)
		}
	}
	return nil
}
