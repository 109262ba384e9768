package lists

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/saves"
)

// earlierStudent is a student whom a number named before. Generation is the last one whose list named her, Place
// where her marks are.
type earlierStudent struct {
	roll.Enrolment
	Generation, Place int64
}

// is reports whether a new list names the same student: by her id, else by id and name, and by both if the number
// named her in an earlier connection.
func (e earlierStudent) is(student roll.Enrolment, connected int64) bool {
	known := e.Student != 0 && e.Student == student.Student && e.Generation >= connected
	return known || e.IsSame(student)
}

// namedAgain returns the numbers that came to name a student whom they named before, by the place of her marks.
func namedAgain(ctx context.Context, t *engine.Transaction, school roll.SchoolID,
	changed map[roll.EnrolmentID]roll.Enrolment, connected int64) (map[int64][]roll.EnrolmentID, error) {
	again := make(map[int64][]roll.EnrolmentID)
	numbers := slices.Sorted(maps.Keys(changed))
	all, err := engine.RowsAmong[earlierStudent](ctx, t, numbers, `SELECT DISTINCT n.enrolment AS id, n.student, n.given,
		n.family, n.generation, COALESCE(n.place, n.past) AS place FROM numbers n
		WHERE n.school = $1 AND n.past > 0 AND COALESCE(n.place, n.past) > 0 AND n.enrolment IN ($ids)`, school)
	for _, earlier := range all {
		if earlier.is(changed[earlier.ID], connected) && !slices.Contains(again[earlier.Place], earlier.ID) {
			again[earlier.Place] = append(again[earlier.Place], earlier.ID)
		}
	}
	return again, err
}

// giveBack gives the students their marks back, the last ones first. Of a date with several marks the last one counts.
func giveBack(ctx context.Context, t *engine.Transaction, school roll.SchoolID,
	again map[int64][]roll.EnrolmentID) {
	latest := slices.SortedFunc(maps.Keys(again), func(a, b int64) int { return cmp.Compare(b, a) })
	for _, place := range latest {
		t.Require(saves.GiveBack(ctx, t, school, again[place], place))
		t.Require(engine.DoAmong(ctx, t, again[place], `UPDATE numbers SET place = 0
			WHERE school = $1 AND past > 0 AND COALESCE(place, past) = $2 AND enrolment IN ($ids)`, school, place))
	}
}
