package store

import (
	"slices"
	"sync/atomic"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

func expirySentences() []sentence {
	return []sentence{
		{"an attempt stays open until its lease ends", anAttemptStaysOpenUntilItsLeaseEnds},
		{"an attempt closes as unknown at its lease's end, also when that is noticed later", anAttemptClosesAsUnknownAtItsLeases},
		{"an attempt expires for one process only", anAttemptExpiresForOneProcessOnly},
		{"an attempt that was claimed in the future expires: the clock was set back", anAttemptThatWasClaimedInTheFuture},
		{"such an attempt may still be under way, as long as a lease lasts", suchAnAttemptMayStillBeUnderWay},
		{"an attempt that was claimed while a slow process looked does not expire", slowProcess},
		{"an attempt of a version before expires as any other", anAttemptOfAVersionBefore},
		{"an attempt expires with exactly its students: a part of a save, its checks, or the rows not held", anAttemptExpiresWithItsStudents},
		{"an attempt that was claimed before a start is neither deleted nor closed early", anAttemptThatWasClaimedBeforeAStart},
	}
}

func anAttemptOfAVersionBefore(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2)...))
	attempt := f.claim(t, "save")
	_, err := f.Database.Exec(t.Context(), `UPDATE attempts SET students = $1, marks = $2`,
		`[{"enrolment":1,"student":5001,"version":1},{"enrolment":2,"student":5002,"version":1}]`, []byte{})
	must(t, err)
	f.clock.advance(time.Minute)
	expired, err := f.CloseExpired(t.Context(), doubt)
	must(t, err)
	if len(expired) != 1 || !slices.Equal(expired[0].Marks, attempt.Marks) || f.mark(t, 2).Outcome != roll.Confirming {
		t.Errorf("expired is %+v, and the mark %s", expired, f.mark(t, 2).Outcome)
	}
}

func anAttemptExpiresWithItsStudents(f *fixture) {
	t := f.t
	f.accept(t, press("whole", absent(), unseen(2, 1)...))
	f.accept(t, press("held", present(), unseen(4, 2, 3)...))
	f.accept(t, press("parts", absent(), unseen(5, 6)...))
	checked := press("checked", absent(), unseen(7, 8)...)
	checked.Check, checked.CheckTime = roll.CheckIn, "08:45"
	f.accept(t, checked)
	carried := map[roll.Token][]roll.Claimed{"whole": f.claim(t, "whole").Marks, "held": f.claim(t, "held").Marks, "checked": f.claim(t, "checked").Marks}
	part, _ := f.claimWith(t, "parts", saves.Terms{Most: 1})
	carried["parts"] = part.Marks
	f.clock.advance(time.Minute)
	expired, err := f.CloseExpired(t.Context(), doubt)
	must(t, err)
	for _, attempt := range expired {
		if !slices.Equal(attempt.Marks, carried[attempt.Save]) {
			t.Errorf("that of %s carried %+v, not %+v", attempt.Save, attempt.Marks, carried[attempt.Save])
		}
		delete(carried, attempt.Save)
	}
	if len(carried) != 0 || f.mark(t, 6).Outcome != roll.Waiting {
		t.Errorf("%v did not expire, and what was not sent is %s", carried, f.mark(t, 6).Outcome)
	}
}

func anAttemptStaysOpenUntilItsLeaseEnds(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.claim(t, "save")
	f.clock.advance(20*time.Second - time.Millisecond)
	expired, err := f.CloseExpired(t.Context(), doubt)
	must(t, err)
	if len(expired) != 0 {
		t.Errorf("%d attempts expired", len(expired))
	}
	f.nothingToClaim(t, "save")
}

func anAttemptClosesAsUnknownAtItsLeases(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	attempt := f.claim(t, "save")
	f.clock.advance(5 * time.Minute)
	expired, err := f.CloseExpired(t.Context(), func(p roll.Progress, by roll.Attempted) roll.Progress {
		if !by.ClosedAt.Equal(attempt.LeaseUntil) || by.Version != 1 {
			t.Errorf("closed as %+v", by)
		}
		return p.Doubt(by, 0)
	})
	must(t, err)
	if len(expired) != 1 || expired[0].ID != attempt.ID || expired[0].School != north || expired[0].Save != "save" || expired[0].Date != today {
		t.Fatalf("expired: %+v", expired)
	}
	story, err := f.Story(t.Context(), north, "save")
	must(t, err)
	if first := story.Attempts[0]; first.State != roll.Unknown || !first.ClosedAt.Equal(attempt.LeaseUntil) || first.Problem == "" {
		t.Errorf("the history has %+v", first)
	}
	if mark := f.mark(t, 1); mark.Outcome != roll.Confirming {
		t.Errorf("the mark is %s", mark.Outcome)
	}
	f.claim(t, "save")
}

func anAttemptExpiresForOneProcessOnly(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.claim(t, "save")
	f.clock.advance(time.Minute)
	total := 0
	for _, process := range []*Store{f.Store, f.another(t)} {
		expired, err := process.CloseExpired(t.Context(), doubt)
		must(t, err)
		total += len(expired)
	}
	if total != 1 {
		t.Errorf("it expired %d times", total)
	}
}

func anAttemptThatWasClaimedInTheFuture(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.claim(t, "save")
	f.clock.advance(-time.Hour)
	expired, err := f.CloseExpired(t.Context(), doubt)
	must(t, err)
	if len(expired) != 1 {
		t.Errorf("%d attempts expired", len(expired))
	}
}

func anAttemptThatWasClaimedBeforeAStart(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.claim(t, "save")
	f.clock.advance(10 * time.Second)
	started := f.another(t)
	expired, err := started.CloseExpired(t.Context(), doubt)
	must(t, err)
	_, claimed, err := started.Claim(t.Context(), north, "", timing(), saves.Terms{})
	must(t, err)
	if len(expired) != 0 || claimed {
		t.Errorf("%d attempts expired, claimed again: %t", len(expired), claimed)
	}
}

// slowProcess reads the time, is delayed while another process claims, and then looks for attempts that seem
// to be from the future.
func slowProcess(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	slow := f.another(t)
	asked := f.clock.Now()
	var questions atomic.Int32
	slow.Database.TakeTimeFrom(func() time.Time {
		if questions.Add(1) <= 2 {
			return asked
		}
		return f.clock.Now()
	})
	f.clock.advance(time.Second)
	f.claim(t, "save")
	expired, err := slow.CloseExpired(t.Context(), doubt)
	must(t, err)
	if len(expired) != 0 {
		t.Error("an attempt of this very second expired")
	}
}

func suchAnAttemptMayStillBeUnderWay(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.claim(t, "save")
	f.clock.advance(-time.Hour)
	_, err := f.CloseExpired(t.Context(), doubt)
	must(t, err)
	f.clock.advance(20*time.Second - time.Millisecond)
	f.nothingToClaim(t, "save")
	f.clock.advance(time.Millisecond)
	f.claim(t, "save")
}
