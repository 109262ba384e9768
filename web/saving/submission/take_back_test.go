package submission

import (
	"slices"
	"testing"

	"rollbook/web/roll"
)

// takenBack is the wish to take back a press of Absent, for two students who were Present and Late, and one without a
// mark.
func takenBack(change func(*Back)) Back {
	given := roll.Save{Token: "save", School: "north", Date: today, Intent: roll.Intent{Status: roll.Status{ID: 2, Name: "Absent"}}, Guided: "connection"}
	row := func(id roll.EnrolmentID, before roll.Save) roll.Replaced {
		return roll.Replaced{Kept: roll.Kept{Enrolment: id, Version: 2}, Given: given, Before: before}
	}
	back := Back{
		Save: given, Ticked: []roll.EnrolmentID{1, 2, 3}, Seen: map[roll.EnrolmentID]int64{1: 2, 2: 2, 3: 2}, Generation: 1,
		Rows: []roll.Replaced{
			row(1, roll.Save{Token: "a", Intent: roll.Intent{Status: roll.Status{ID: 1, Name: "Present"}}}),
			row(2, roll.Save{Token: "b", Intent: roll.Intent{Status: roll.Status{ID: 3, Name: "Late"}, Observed: "08:45+01:00"}}),
			row(3, roll.Save{}),
		},
		Statuses: []roll.Status{{ID: 7, Name: "Present"}, {ID: 2, Name: "Absent"}, {ID: 3, Name: "Late"}},
		Token:    func(number int) roll.Token { return roll.Token("back-" + roll.StatusID(number).String()) },
	}
	if change != nil {
		change(&back)
	}
	return back
}

func TestAPressIsTakenBackWithASaveForEachValueFromBefore(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if _, err := f.saving.TakeBack(t.Context(), f.school, teacher(), takenBack(nil)); err != nil {
		t.Fatal(err)
	}
	if len(f.store.saves) != 2 {
		t.Fatalf("it made %d saves", len(f.store.saves))
	}
	first, second := f.store.saves[0], f.store.saves[1]
	if first.Status.ID != 7 || second.Observed != "08:45+01:00" || first.Token != "back-0" || second.Token != "back-1" {
		t.Errorf("the saves are %+v and %+v", first, second)
	}
	if first.Guided != "" {
		t.Error("a mark that is taken back proves a connection")
	}
	if want := []roll.SaveRow{{Enrolment: 2, Seen: 2}}; !slices.Equal(second.Rows, want) {
		t.Errorf("the second save has %+v", second.Rows)
	}
}

func TestAMarkThatOthersChangedIsReplacedAsADecision(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	back := takenBack(func(b *Back) { b.Chosen, b.Seen[3] = 2, 5 })
	if _, err := f.saving.TakeBack(t.Context(), f.school, office(), back); err != nil {
		t.Fatal(err)
	}
	if row := f.store.saves[2].Rows[0]; row != (roll.SaveRow{Enrolment: 3, Seen: 5, Decided: true}) {
		t.Errorf("the changed mark is replaced by %+v", row)
	}
}

func TestAPressThatReplacedOneValueIsTakenBackWithOneSave(t *testing.T) {
	t.Parallel()
	for says, one := range map[string]struct {
		ticked []roll.EnrolmentID
		saves  int
	}{"one value": {[]roll.EnrolmentID{2}, 1}, "no mark before": {[]roll.EnrolmentID{3}, 0}} {
		f := newFixture(t)
		_, err := f.saving.TakeBack(t.Context(), f.school, teacher(), takenBack(func(b *Back) { b.Ticked = one.ticked }))
		if len(f.store.saves) != one.saves || (err == nil) != (one.saves > 0) {
			t.Errorf("%s: %d saves, %v", says, len(f.store.saves), err)
		}
	}
}
