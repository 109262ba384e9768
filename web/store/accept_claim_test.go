package store

import (
	"slices"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

func acceptClaimSentences() []sentence {
	return []sentence{
		{"a press takes the leases on as many of its saves as it may", aPressTakesTheLeases},
		{"a press takes no lease for a school that is paused", aPressTakesNoLeaseForAPausedSchool},
		{"an answer takes the lease on the save that follows", anAnswerTakesTheLease},
		{"an answer takes no lease for a school that was changed or is paused", anAnswerTakesNoLease},
		{"a press takes no lease on saves stored before or held", aPressTakesNoLeaseOnOldSaves},
	}
}

// acceptAndClaim accepts the press with leases on at most that many of its saves.
func (f *fixture) acceptAndClaim(t *testing.T, most int, all ...roll.Save) []roll.Attempt {
	t.Helper()
	accepted, attempts, err := f.AcceptAndClaim(t.Context(), f.zone, saves.Claiming{Most: most, Timing: timing()}, all...)
	must(t, err)
	if len(accepted) != len(all) {
		t.Fatalf("%d of %d saves were accepted", len(accepted), len(all))
	}
	return attempts
}

func aPressTakesTheLeases(f *fixture) {
	t := f.t
	attempts := f.acceptAndClaim(t, 1, press("exceptions", absent(), unseen(1, 2)...), press("others", present(), unseen(3)...))
	if len(attempts) != 1 || attempts[0].Save != "exceptions" || !slices.Equal(enrolmentsOf(attempts[0]), []roll.EnrolmentID{1, 2}) {
		t.Fatalf("claimed %+v", attempts)
	}
	f.nothingToClaim(t, "exceptions")
	f.claim(t, "others")
	f.answer(t, attempts[0])
	if got := f.mark(t, 1).Outcome; got != roll.Saved {
		t.Errorf("after the answer the mark is %s", got)
	}
}

func aPressTakesNoLeaseForAPausedSchool(f *fixture) {
	t := f.t
	must(t, f.Pause(t.Context(), north, roll.PausedKey, 0))
	if attempts := f.acceptAndClaim(t, 1, press("save", absent(), unseen(1)...)); len(attempts) != 0 {
		t.Errorf("claimed %+v", attempts)
	}
	must(t, f.Resume(t.Context(), north))
	f.claim(t, "save")
}

func aPressTakesNoLeaseOnOldSaves(f *fixture) {
	t := f.t
	f.acceptAndClaim(t, 0, press("save", absent(), unseen(1)...))
	again, held := press("save", absent(), unseen(1)...), press("held", present(), unseen(1)...)
	if attempts := f.acceptAndClaim(t, 2, again, held); len(attempts) != 0 {
		t.Errorf("claimed %+v", attempts)
	}
	f.claim(t, "save")
}

// following names the save that follows, in the fixture's school as stored.
func (f *fixture) following(t *testing.T, save roll.Acceptance) saves.Following {
	t.Helper()
	school, err := f.School(t.Context(), north)
	must(t, err)
	return saves.Following{School: school, Save: save.Save.Token}
}

func confirm(p roll.Progress, by roll.Attempted) roll.Progress {
	return p.Confirm(by, "Absent", true, timing())
}

func anAnswerTakesTheLease(f *fixture) {
	t := f.t
	accepted := f.accept(t, press("first", absent(), unseen(1)...), press("second", absent(), unseen(2, 3)...))
	moved, next, err := f.CloseAndClaim(t.Context(), f.claim(t, "first"), roll.Reply{State: roll.Answered, SentAt: f.clock.Now()}, confirm, f.following(t, accepted[1]))
	must(t, err)
	if !moved || next.Save != "second" || !slices.Equal(enrolmentsOf(next), []roll.EnrolmentID{2, 3}) {
		t.Fatalf("moved %v, claimed %+v", moved, next)
	}
	f.nothingToClaim(t, "")
	f.answer(t, next)
	for _, enrolment := range []roll.EnrolmentID{1, 2, 3} {
		if got := f.mark(t, enrolment).Outcome; got != roll.Saved {
			t.Errorf("the mark of student %d is %s", enrolment, got)
		}
	}
}

func anAnswerTakesNoLease(f *fixture) {
	t := f.t
	accepted := f.accept(t, press("first", absent(), unseen(1)...), press("second", absent(), unseen(2)...), press("other", absent(), unseen(4)...), press("third", absent(), unseen(3)...))
	last := accepted[3]
	first, second, other, before := f.claim(t, "first"), f.claim(t, "second"), f.claim(t, "other"), f.following(t, last)
	closed := func(attempt roll.Attempt, following saves.Following) {
		t.Helper()
		moved, next, err := f.CloseAndClaim(t.Context(), attempt, roll.Reply{State: roll.Answered, SentAt: f.clock.Now()}, confirm, following)
		must(t, err)
		if !moved || next.ID != "" {
			t.Errorf("moved %v, claimed %+v", moved, next)
		}
	}
	must(t, f.setMapping(north, `{"paging":"none"}`))
	closed(first, before)
	before = f.following(t, last)
	must(t, f.LearnLargestList(t.Context(), north, 7))
	closed(other, before)
	must(t, f.Pause(t.Context(), north, roll.PausedKey, 0))
	closed(second, f.following(t, last))
	must(t, f.Resume(t.Context(), north))
	f.claim(t, "third")
}
