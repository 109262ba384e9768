package lists

import (
	"cmp"
	"context"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/absences"
	"rollbook/web/store/engine"
	"rollbook/web/store/saves"
	"rollbook/web/store/schools"
)

// renumbering is a student whose number From left the period's list, where she is under the number To.
type renumbering struct{ From, To roll.EnrolmentID }

// renumberings returns the students who are enrolled anew in the list that replaces the one in use. A number that
// another period still lists stays, and one that named another student before gets no marks.
func renumberings(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID,
	known map[roll.EnrolmentID]knownNumber, students []roll.Enrolment) ([]renumbering, error) {
	listed, numbers := roll.Listed(students), make(map[roll.StudentID]roll.EnrolmentID)
	for _, student := range students {
		if _, later := numbers[student.Student]; student.Student > 0 && !later {
			numbers[student.Student] = student.ID
		}
	}
	var found []renumbering
	var asked []roll.EnrolmentID
	for number, of := range known {
		if now := numbers[of.now.Student]; of.listed && now != 0 && !listed[number] {
			found, asked = append(found, renumbering{number, now}), append(asked, number, now)
		}
	}
	inUse, err := engine.RowsAmong[struct {
		ID     roll.EnrolmentID
		Period roll.PeriodID
	}](ctx, t, asked, `SELECT DISTINCT enrolment AS id, period FROM enrolments WHERE school = $1 AND enrolment IN ($ids)`,
		school)
	if err != nil {
		return nil, err
	}
	here, elsewhere := make(map[roll.EnrolmentID]bool), make(map[roll.EnrolmentID]bool)
	for _, one := range inUse {
		here[one.ID], elsewhere[one.ID] = here[one.ID] || one.Period == period, elsewhere[one.ID] || one.Period != period
	}
	shared, err := engine.RowsAmong[roll.EnrolmentID](ctx, t, asked,
		`SELECT enrolment FROM numbers WHERE school = $1 AND past > 0 AND enrolment IN ($ids)`, school)
	found = slices.DeleteFunc(found, func(one renumbering) bool {
		isNew := here[one.From] || !here[one.To]
		return !isNew || elsewhere[one.From] || slices.Contains(shared, one.To)
	})
	slices.SortFunc(found, func(a, b renumbering) int { return cmp.Compare(a.From, b.From) })
	return found, err
}

// renumber gives the students' marks, known absences, movements and places in groups to their new numbers. Pages of
// before have the old ones, so a generation begins.
func renumber(ctx context.Context, t *engine.Transaction, school roll.SchoolID, all []renumbering) error {
	if len(all) == 0 {
		return nil
	}
	if _, err := schools.NextGeneration(ctx, t, school); err != nil {
		return err
	}
	for _, one := range all {
		t.Require(saves.Renumber(ctx, t, school, one.From, one.To))
		t.Require(absences.Renumber(ctx, t, school, one.From, one.To))
		t.Require(t.Do(ctx, `UPDATE student_group_members AS m SET enrolment = $3 WHERE m.school = $1 AND m.enrolment = $2
			AND NOT EXISTS (SELECT 1 FROM student_group_members o WHERE o.school = m.school
			AND o.student_group = m.student_group AND o.enrolment = $3)`, school, one.From, one.To))
	}
	return nil
}
