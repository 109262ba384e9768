package roll

import (
	"testing"
	"time"
)

func TestASearchProvesNothingToACallThatWasClaimedBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	at := func(instant time.Time) Attempt { return Attempt{ClaimedAt: instant} }
	for says, want := range map[string]struct {
		search Search
		proven bool
	}{
		"no answer":                 {Search{}, false},
		"an answer before":          {Search{AnsweredAt: sent().Add(-time.Second)}, true},
		"an answer as it was asked": {Search{AnsweredAt: sent()}, true},
		"an answer since":           {Search{AnsweredAt: sent().Add(time.Millisecond)}, false},
	} {
		if got := want.search.Proven(at(sent())); got != want.proven {
			t.Errorf("%s: proven is %t", says, got)
		}
	}
}

func TestOneListAtATimeIsHalvedWithinItsCalls(t *testing.T) {
	t.Parallel()
	list := func(size int, part int64) Attempt { return Attempt{Marks: make([]Claimed, size), Part: part} }
	for says, want := range map[string]struct {
		search  Search
		attempt Attempt
		may     bool
	}{
		"the whole list":         {Search{Begun: true, Students: 4}, list(4, 0), true},
		"a part":                 {Search{Begun: true, Students: 4, Calls: 3}, list(2, 1), true},
		"one student":            {Search{Begun: true, Students: 4}, list(1, 3), false},
		"not its turn":           {Search{Students: 4}, list(4, 0), false},
		"the last calls":         {Search{Begun: true, Students: 4, Calls: 10}, list(2, 1), true},
		"one call too many":      {Search{Begun: true, Students: 4, Calls: 11}, list(2, 1), false},
		"one too many, whole":    {Search{Begun: true, Students: 4, Calls: 10}, list(2, 0), false},
		"the last calls, whole":  {Search{Begun: true, Students: 4, Calls: 9}, list(2, 0), true},
		"a class of one student": {Search{Begun: true, Students: 1}, list(1, 0), false},
	} {
		if got := want.search.MayHalve(want.attempt); got != want.may {
			t.Errorf("%s: may be halved is %t", says, got)
		}
	}
}

func TestAMarkThatAwaitsASearchIsNotDueUnlessItWasReplaced(t *testing.T) {
	t.Parallel()
	mark := doubted(sent().Add(-time.Minute))
	mark.Part, mark.Asserted, mark.DueAt = 3, true, sent()
	want := mark
	want.Asserted, want.DueAt = false, time.Time{}
	expect(t, "the newest", mark.AwaitSearch(by()), want)
	mark.Version, mark.Save = 4, "newer"
	want = mark
	want.Part, want.DueAt = 0, closed()
	expect(t, "one that was replaced", mark.AwaitSearch(by()), want)
	if got := want.Stop(sent().Add(time.Hour)); got.Outcome != Stopped {
		t.Errorf("it is %s after its stop", got.Outcome)
	}
}
