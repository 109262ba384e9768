package submission

import (
	"slices"
	"testing"

	"rollbook/web/roll"
)

func TestAPageFromBeforeAStudentsNewNumberIsTakenWhole(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.school.Generation, f.store.renumbered = 2, map[roll.EnrolmentID]roll.EnrolmentID{71: 1}
	press := with(func(p *Press) {
		p.Generation, p.Enrolments, p.Seen = 1, []roll.EnrolmentID{2, 71}, map[roll.EnrolmentID]int64{71: 3}
	})
	save := f.accept(t, teacher(), press)[0].Save
	want := []roll.SaveRow{{Enrolment: 2, Student: 102}, {Enrolment: 71, Student: 101, Seen: 3}}
	if !slices.Equal(save.Rows, want) {
		t.Errorf("it asks for %+v", save.Rows)
	}
	f = newFixture(t)
	f.school.Generation, f.store.renumbered = 2, map[roll.EnrolmentID]roll.EnrolmentID{71: 1}
	press.Generation = 2
	f.refused(t, "a page of now", teacher(), press, roll.Meaningless, "roll.problem.not_on_list")
}
