package store

import (
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

func namingSentences() []sentence {
	return []sentence{
		{"marks between the requested ones are not returned", marksBetweenAreNotGiven},
		{"an answer leaves alone what another attempt holds between its marks", anAnswerLeavesAloneWhatLiesBetween},
		{"students whose numbers lie far apart are kept, claimed and answered as a class is", studentsFarApart},
	}
}

func marksBetweenAreNotGiven(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2, 3)...))
	marks, err := f.Marks(t.Context(), north, today, []roll.EnrolmentID{1, 3})
	must(t, err)
	if len(marks) != 2 || marks[1].Version != 1 || marks[3].Version != 1 {
		t.Errorf("given %+v", marks)
	}
}

func anAnswerLeavesAloneWhatLiesBetween(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2, 3)...))
	claimSome := func(most int, want ...roll.EnrolmentID) roll.Attempt {
		t.Helper()
		attempt, _ := f.claimWith(t, "save", saves.Terms{Most: most})
		if !slices.Equal(enrolmentsOf(attempt), want) {
			t.Fatalf("claimed %v, wanted %v", enrolmentsOf(attempt), want)
		}
		return attempt
	}
	first, second := claimSome(1, 1), claimSome(1, 2)
	f.close(t, first, roll.Reply{State: roll.NotSent}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		p.DueAt = by.ClosedAt
		return p
	})
	f.answer(t, claimSome(2, 1, 3))
	if between := f.mark(t, 2); between.Outcome != roll.Waiting {
		t.Errorf("the mark between is %s", between.Outcome)
	}
	f.answer(t, second)
	if between := f.mark(t, 2); between.Outcome != roll.Saved {
		t.Errorf("after its own answer it is %s", between.Outcome)
	}
}

func studentsFarApart(f *fixture) {
	t := f.t
	far := []roll.EnrolmentID{1, 900, 1 << 40}
	f.accept(t, press("save", absent(), unseen(far...)...))
	f.answer(t, f.claim(t, "save"))
	f.accept(t, press("again", present(), seen(1, 1), seen(900, 1), seen(1<<40, 1)))
	f.answer(t, f.claim(t, "again"))
	marks, err := f.Marks(t.Context(), north, today, far)
	must(t, err)
	for _, enrolment := range far {
		if mark := marks[enrolment]; mark.Version != 2 || mark.Outcome != roll.Saved || mark.Returned != "Present" {
			t.Errorf("student %d is %+v", enrolment, mark)
		}
	}
}
