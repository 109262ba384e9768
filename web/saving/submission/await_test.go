package submission

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
)

var errDisk = errors.New("disk")

func two() []roll.Acceptance {
	return []roll.Acceptance{{Save: roll.Save{Token: "save", Date: today}}, {Save: roll.Save{Token: "others", Date: today}}}
}

// awaited runs Await in a bubble and expects it to return after that time.
func awaited(t *testing.T, says string, want time.Duration, prepare func(f *fixture)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		prepare(f)
		began := time.Now()
		if _, err := f.saving.Await(t.Context(), f.store.connection, f.school, two()); err != nil {
			t.Errorf("%s: %v", says, err)
		}
		if took := time.Since(began); took != want {
			t.Errorf("%s: it took %v", says, took)
		}
	})
}

func TestAPersonWaitsForTheOutcomeAndNoLongerThanTwoSeconds(t *testing.T) {
	t.Parallel()
	settle := func(f *fixture, after time.Duration, token roll.Token) {
		time.AfterFunc(after, func() {
			f.store.settle(token)
			f.hub.Changed(live.SaveOf(token))
		})
	}
	awaited(t, "no answer comes", Wait, func(*fixture) {})
	awaited(t, "one of two answers comes", Wait, func(f *fixture) { settle(f, time.Second, "save") })
	awaited(t, "the other of two answers comes", Wait, func(f *fixture) { settle(f, time.Second, "others") })
	awaited(t, "both answers come", 1500*time.Millisecond, func(f *fixture) {
		settle(f, 1500*time.Millisecond, "save")
		settle(f, 300*time.Millisecond, "others")
	})
	awaited(t, "both were there before anybody listened", headStart, func(f *fixture) {
		f.store.settle("save")
		f.store.settle("others")
	})
	awaited(t, "both answers come at once", time.Millisecond, func(f *fixture) {
		settle(f, time.Millisecond, "save")
		settle(f, time.Millisecond, "others")
	})
	awaited(t, "something else changes", Wait, func(f *fixture) {
		time.AfterFunc(time.Second, func() { f.hub.Changed(live.SaveOf("save"), live.DayOf("north", today)) })
	})
}

func TestAPersonDoesNotWaitWhileTheSchoolsCallsFail(t *testing.T) {
	t.Parallel()
	awaited(t, "the last call of this process failed", 0, func(f *fixture) { f.sender.failing = true })
	awaited(t, "the last call of any process failed", 0, func(f *fixture) { f.store.connection.FailingSince = f.now })
	awaited(t, "the school is paused", 0, func(f *fixture) { f.store.connection.Pause = roll.PausedKey })
	awaited(t, "the database is a copy", 0, func(f *fixture) { f.store.connection.Copied = true })
}

func TestALeavingPersonIsNotAwaited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := f.saving.Await(ctx, f.store.connection, f.school, two()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it ended with %v", err)
		}
		if _, err := f.saving.Await(t.Context(), f.store.connection, f.school, nil); err != nil {
			t.Errorf("nothing to wait for: %v", err)
		}
		f.store.fails = errDisk
		if _, err := f.saving.Await(t.Context(), f.store.connection, f.school, two()); !errors.Is(err, errDisk) {
			t.Errorf("a store that fails: %v", err)
		}
	})
}

func TestAFailureToStoreIsAnError(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.store.fails = errDisk
	if _, err := f.saving.Accept(t.Context(), f.school, teacher(), ordinary()); !errors.Is(err, errDisk) {
		t.Errorf("it ended with %v", err)
	}
}

func TestReadersOfADayHearOfEverySaveOfIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var told []<-chan struct{}
	for _, date := range []roll.Date{"2026-11-18", "2026-11-19"} {
		changed, stop := f.hub.Listen(live.DayOf("north", date))
		defer stop()
		told = append(told, changed)
	}
	stopped := []roll.PendingMark{
		{Save: roll.Save{Token: "a", Date: "2026-11-18"}, Enrolment: 1, Version: 1},
		{Save: roll.Save{Token: "b", Date: "2026-11-19"}, Enrolment: 1, Version: 1},
	}
	if _, err := f.saving.SendAgain(t.Context(), f.school, office(), stopped, numbers()); err != nil {
		t.Fatal(err)
	}
	for i, changed := range told {
		select {
		case <-changed:
		default:
			t.Errorf("who looks at day %d is not told", i)
		}
	}
}

func TestADecisionIsASaveOfOneStudentWithTheSeenVersion(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := roll.Save{
		Token: "first", School: "north", Class: "8b", Date: today, Intent: roll.Intent{Status: roll.Status{ID: 2, Name: "Absent"}, Observed: "08:20+01:00"}, Reason: "bus",
		By: roll.Actor{Person: "somebody else"}, Rows: []roll.SaveRow{{Enrolment: 1}, {Enrolment: 2}},
	}
	held := roll.HeldMark{Held: roll.Held{SaveRow: roll.SaveRow{Enrolment: 2, Student: 102}}}
	if _, err := f.saving.Decide(t.Context(), f.school, teacher(), []Decision{{First: first, Held: held, Seen: 7}}, func() roll.Token { return "decision" }); err != nil {
		t.Fatal(err)
	}
	save := f.store.saves[0]
	if save.Token != "decision" || save.By != teacher() || save.Status.ID != 2 || save.Reason != "bus" || save.Observed != "08:20+01:00" ||
		!slices.Equal(save.Rows, []roll.SaveRow{{Enrolment: 2, Student: 102, Seen: 7, Decided: true}}) {
		t.Errorf("it is %+v", save)
	}
	if len(first.Rows) != 2 {
		t.Errorf("the first save became %+v", first)
	}
}

func TestStoppedMarksAreSentAgainSaveBySaveInTheOfficesName(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	a, b := roll.Save{Token: "a", Intent: roll.Intent{Status: roll.Status{ID: 2}, Observed: "08:20+01:00"}, By: teacher()}, roll.Save{Token: "b", Intent: roll.Intent{Status: roll.Status{ID: 1}}, By: teacher()}
	stopped := []roll.PendingMark{
		{Save: a, Enrolment: 1, Student: 101, Version: 3}, {Save: a, Enrolment: 2, Student: 102, Version: 1}, {Save: b, Enrolment: 3, Student: 103, Version: 2},
	}
	accepted, err := f.saving.SendAgain(t.Context(), f.school, office(), stopped, numbers())
	if err != nil {
		t.Fatal(err)
	}
	first, second := f.store.saves[0], f.store.saves[1]
	if len(accepted) != 2 || first.Token != "token-1" || second.Token != "token-2" || first.By != office() || first.Status.ID != 2 || first.Observed != "08:20+01:00" {
		t.Errorf("they are %+v and %+v", first, second)
	}
	want := []roll.SaveRow{{Enrolment: 1, Student: 101, Seen: 3, Decided: true}, {Enrolment: 2, Student: 102, Seen: 1, Decided: true}}
	if !slices.Equal(first.Rows, want) || len(second.Rows) != 1 {
		t.Errorf("they ask for %+v and %+v", first.Rows, second.Rows)
	}
	if none, err := f.saving.SendAgain(t.Context(), f.school, office(), nil, numbers()); none != nil || err != nil {
		t.Errorf("nothing that stopped: %v, %v", none, err)
	}
}
