package store

import (
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

func claimSentences() []sentence {
	return []sentence{
		{"a claim takes all due marks of the oldest save in one request", aClaimTakesAllDueMarks},
		{"a claim with a token takes that save only", aClaimWithATokenTakesThatSave},
		{"nothing is claimed twice while its attempt is open", nothingIsClaimedTwiceWhileItsAttempt},
		{"students whose newer mark belongs to another save are left out", studentsWhoseNewerMarkBelongsToAnotherSave},
		{"a student with an open attempt follows when it closes, and the others do not wait", aStudentWithAnOpenAttemptFollows},
		{"a bounded claim takes so many and leaves the rest", aBoundedClaimTakesSoManyAndLeaves},
		{"the parts of a refused list are requests of their own", thePartsOfARefusedListAreRequests},
		{"a mark is not claimed before it is due", aMarkIsNotClaimedBefore},
		{"nothing is claimed once the save has stopped", nothingIsClaimedAfterTheStop},
		{"nothing is claimed for a school that is paused or asked for a wait", nothingIsClaimedForASchool},
		{"nothing of another school is claimed", nothingOfAnotherSchoolIsClaimed},
	}
}
func aClaimTakesAllDueMarks(f *fixture) {
	t := f.t
	f.accept(t, press("oldest", absent(), unseen(2, 1)...))
	f.clock.advance(time.Second)
	f.accept(t, press("newest", absent(), unseen(3)...))
	attempt := f.claim(t, "")
	if attempt.Save != "oldest" || attempt.School != north || attempt.Date != today || attempt.Status.ID != absent().ID || attempt.Status.Name != "Absent" {
		t.Errorf("the attempt is %+v", attempt)
	}
	want := []roll.Claimed{{Enrolment: 1, Student: studentOf(1), Version: 1}, {Enrolment: 2, Student: studentOf(2), Version: 1}}
	if !slices.Equal(attempt.Marks, want) {
		t.Errorf("it carries %+v", attempt.Marks)
	}
	if !attempt.ClaimedAt.Equal(f.clock.Now()) || !attempt.LeaseUntil.Equal(f.clock.Now().Add(20*time.Second)) {
		t.Errorf("it was claimed at %v until %v", attempt.ClaimedAt, attempt.LeaseUntil)
	}
}

func aClaimWithATokenTakesThatSave(f *fixture) {
	t := f.t
	f.accept(t, press("oldest", absent(), unseen(1)...))
	f.accept(t, press("wanted", absent(), unseen(2)...))
	if attempt := f.claim(t, "wanted"); !slices.Equal(enrolmentsOf(attempt), []roll.EnrolmentID{2}) {
		t.Errorf("claimed %v", enrolmentsOf(attempt))
	}
	f.nothingToClaim(t, "wanted")
}

func nothingIsClaimedTwiceWhileItsAttempt(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.claim(t, "save")
	f.nothingToClaim(t, "save")
	f.nothingToClaim(t, "")
}

func studentsWhoseNewerMarkBelongsToAnotherSave(f *fixture) {
	t := f.t
	f.accept(t, press("older", absent(), unseen(1, 2)...))
	f.accept(t, press("newer", present(), seen(2, 1)))
	if attempt := f.claim(t, "older"); !slices.Equal(enrolmentsOf(attempt), []roll.EnrolmentID{1}) {
		t.Errorf("claimed %v of the older save", enrolmentsOf(attempt))
	}
	if attempt := f.claim(t, "newer"); attempt.Status.ID != present().ID || attempt.Marks[0].Version != 2 {
		t.Errorf("of the newer save the attempt is %+v", attempt)
	}
}

func aStudentWithAnOpenAttemptFollows(f *fixture) {
	t := f.t
	f.accept(t, press("older", absent(), unseen(1, 2)...))
	open := f.claim(t, "older")
	f.accept(t, press("newer", present(), seen(2, 1), unseen(3)[0]))
	if attempt := f.claim(t, "newer"); !slices.Equal(enrolmentsOf(attempt), []roll.EnrolmentID{3}) {
		t.Errorf("claimed %v while student 2 was under way", enrolmentsOf(attempt))
	}
	f.nothingToClaim(t, "")
	f.answer(t, open)
	if mark := f.mark(t, 2); mark.Outcome != roll.Waiting || mark.Version != 2 {
		t.Errorf("the answer to the older mark made of the newer one %+v", mark)
	}
	if attempt := f.claim(t, "newer"); !slices.Equal(enrolmentsOf(attempt), []roll.EnrolmentID{2}) || attempt.Status.ID != present().ID {
		t.Errorf("then claimed %+v", attempt)
	}
}

func aBoundedClaimTakesSoManyAndLeaves(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2, 3)...))
	for _, want := range []int{2, 1} {
		attempt, ok := f.claimWith(t, "save", saves.Terms{Most: 2})
		if !ok || len(attempt.Marks) != want {
			t.Errorf("claimed %v instead of %d", enrolmentsOf(attempt), want)
		}
	}
	f.nothingToClaim(t, "save")
}

func thePartsOfARefusedListAreRequests(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2, 3)...))
	f.close(t, f.claim(t, "save"), roll.Reply{State: roll.Rejected}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Divide(by, 1+int64(p.Enrolment)%2)
	})
	if first := f.claim(t, "save"); first.Part != 1 || !slices.Equal(enrolmentsOf(first), []roll.EnrolmentID{2}) {
		t.Errorf("the first part is %d with %v", first.Part, enrolmentsOf(first))
	}
	if second := f.claim(t, "save"); second.Part != 2 || !slices.Equal(enrolmentsOf(second), []roll.EnrolmentID{1, 3}) {
		t.Errorf("the second part is %d with %v", second.Part, enrolmentsOf(second))
	}
}

func aMarkIsNotClaimedBefore(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.close(t, f.claim(t, "save"), roll.Reply{State: roll.NotSent}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Retry(by, 10*time.Second)
	})
	f.clock.advance(10*time.Second - time.Millisecond)
	f.nothingToClaim(t, "save")
	f.clock.advance(time.Millisecond)
	f.claim(t, "save")
}

func nothingIsClaimedAfterTheStop(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.clock.advance(30 * time.Minute)
	f.nothingToClaim(t, "save")
	f.nothingToClaim(t, "")
	f.accept(t, press("next", absent(), unseen(2)...))
	if attempt := f.claim(t, ""); attempt.Save != "next" {
		t.Errorf("claimed of %q", attempt.Save)
	}
}

func nothingIsClaimedForASchool(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	must(t, f.NoteWait(t.Context(), north, 30*time.Second))
	f.nothingToClaim(t, "save")
	f.clock.advance(30 * time.Second)
	must(t, f.Pause(t.Context(), north, roll.PausedAddress, 0))
	f.nothingToClaim(t, "save")
	must(t, f.Resume(t.Context(), north))
	f.claim(t, "save")
}

func nothingOfAnotherSchoolIsClaimed(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	f.accept(t, press("save", absent(), unseen(1)...))
	if _, ok, err := f.Claim(t.Context(), "south", "", timing(), saves.Terms{}); ok || err != nil {
		t.Errorf("claimed %t, %v", ok, err)
	}
}
