package lists

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// approvedStudents returns the students of the last approved list, and those added since.
func approvedStudents(ctx context.Context, query engine.Reader, school roll.SchoolID,
	period roll.PeriodID) ([]roll.Enrolment, error) {
	return engine.Rows[roll.Enrolment](ctx, query, `SELECT enrolment AS id, student, given, family FROM approved_students
		WHERE school = $1 AND period = $2 ORDER BY enrolment`, school, period)
}

// approve adds students to those that a new list is compared with. Existing ones stay unchanged.
func approve(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID,
	students []roll.Enrolment) error {
	t.Require(t.Do(ctx, `DELETE FROM held_lists WHERE school = $1 AND period = $2`, school, period))
	return engine.Insert(ctx, t, students,
		`INSERT INTO approved_students (school, period, enrolment, student, given, family) VALUES $rows
		ON CONFLICT (school, period, enrolment) DO NOTHING`, func(_ int, student roll.Enrolment) []any {
			return []any{school, period, student.ID, student.Student, student.Given, student.Family}
		})
}

// Unapprove accepts any next list, because the school is read in another way from now on.
func Unapprove(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	return t.DoAll(ctx, []string{`DELETE FROM approved_students WHERE school = $1`, `DELETE FROM held_lists
		WHERE school = $1`}, school)
}
