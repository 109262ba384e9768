package lists

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// approvedStudents returns the students of the last approved list, and those added since.
func approvedStudents(ctx context.Context, query engine.Reader, school roll.SchoolID,
	period roll.PeriodID) ([]roll.Enrolment, error) {
	return engine.All(ctx, query, func(rows *sql.Rows, student *roll.Enrolment) error {
		return rows.Scan(&student.ID, &student.Student, &student.Given, &student.Family)
	}, `SELECT enrolment, student, given, family FROM approved_students WHERE school = $1 AND period = $2 ORDER BY enrolment`, school, period)
}

// approve adds students to those that a new list is compared with. Existing ones stay unchanged.
func approve(ctx context.Context, t *engine.Transaction, school roll.SchoolID, period roll.PeriodID,
	students []roll.Enrolment) error {
	const columns = 6
	if err := t.Do(ctx, `DELETE FROM held_lists WHERE school = $1 AND period = $2`, school, period); err != nil {
		return err
	}
	return engine.Chunks(students, func(part []roll.Enrolment) error {
		args := make([]any, 0, len(part)*columns)
		for _, student := range part {
			args = append(args, school, period, student.ID, student.Student, student.Given, student.Family)
		}
		return t.Do(ctx, `INSERT INTO approved_students (school, period, enrolment, student, given, family) VALUES `+engine.Tuples(len(part), columns)+`
			ON CONFLICT (school, period, enrolment) DO NOTHING`, args...)
	})
}

// Unapprove accepts any next list, because the school is read in another way from now on.
func Unapprove(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	for _, table := range []string{"approved_students", "held_lists"} {
		if err := t.Do(ctx, `DELETE FROM `+table+` WHERE school = $1`, school); err != nil {
			return err
		}
	}
	return nil
}
