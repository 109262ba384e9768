package lists

import (
	"context"
	"slices"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// ForgetFormer deletes the lists of the school's periods that ended before the date, the answers about lists that began
// before it, and the names of students whom no list, mark, known absence or movement names any more.
func ForgetFormer(ctx context.Context, database *engine.Database, school roll.SchoolID, before roll.Date) error {
	over, err := engine.Rows[roll.PeriodID](ctx, database,
		`SELECT id FROM periods WHERE school = $1 AND ends > '' AND ends < $2`, school, before)
	if err != nil {
		return err
	}
	if err := database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(tx.Do(ctx, `DELETE FROM class_versions WHERE school = $1 AND until > '' AND until <= $2`, school, before))
		tx.Require(tx.Do(ctx, `DELETE FROM class_checks WHERE school = $1 AND since < $2`, school, before))
		return forgetPeriods(ctx, tx, school, over)
	}); err != nil {
		return err
	}
	former, err := formerNumbers(ctx, database, school)
	if err != nil || len(former) == 0 {
		return err
	}
	return database.InTransaction(ctx, func(tx *engine.Transaction) error {
		return engine.DoEach(ctx, tx, former,
			`DELETE FROM numbers AS n WHERE n.school = $1 AND n.enrolment = $2 AND n.past = $3 AND `+unlisted,
			func(_ int, one number) []any { return []any{school, one.Enrolment, one.Until} })
	})
}

func forgetPeriods(ctx context.Context, t *engine.Transaction, school roll.SchoolID, over []roll.PeriodID) error {
	for _, period := range over {
		t.Require(t.DoAll(ctx, []string{
			`DELETE FROM enrolments WHERE school = $1 AND period = $2`,
			`DELETE FROM unnumbered_students WHERE school = $1 AND period = $2`,
			`DELETE FROM class_versions WHERE school = $1 AND period = $2`,
			`DELETE FROM approved_students WHERE school = $1 AND period = $2`,
			`DELETE FROM held_lists WHERE school = $1 AND period = $2`,
			`DELETE FROM student_groups WHERE school = $1 AND period = $2`,
		}, school, period))
		t.Require(t.Do(ctx, `DELETE FROM lists WHERE school = $1 AND name = $2`, school, StudentList(period)))
	}
	return t.Do(ctx, `DELETE FROM former_lists AS f WHERE f.school = $1 AND NOT EXISTS (SELECT 1 FROM saves s
		WHERE s.school = f.school
		AND abs(s.generation) >= f.connected AND abs(s.generation) < (SELECT c.connected FROM schools c
		WHERE c.slug = f.school))`, school)
}

// unlisted is true for numbers n that no list has, and no known absence or movement.
const unlisted = `(n.past > 0 OR NOT EXISTS (SELECT 1 FROM enrolments e WHERE e.school = n.school
	AND e.enrolment = n.enrolment))
	AND NOT EXISTS (SELECT 1 FROM known_absences a WHERE a.school = n.school AND a.enrolment = n.enrolment)
	AND NOT EXISTS (SELECT 1 FROM movements a WHERE a.school = n.school AND a.enrolment = n.enrolment)`

// number identifies a student by a list's number. Until is the generation in which it began to name another student, or
// 0. Her marks have Place in their column past.
type number struct {
	Enrolment    roll.EnrolmentID
	Until, Place int64
}

// formerNumbers returns the numbers that no list and no mark uses. It reads outside a transaction, because it reads all
// marks: a number that is listed meanwhile is written again with its list.
func formerNumbers(ctx context.Context, read engine.Reader, school roll.SchoolID) ([]number, error) {
	all, err := engine.Rows[number](ctx, read,
		`SELECT DISTINCT n.enrolment, n.past AS until, COALESCE(n.place, n.past) AS place FROM numbers n
		WHERE n.school = $1 AND `+unlisted, school)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	marked, err := engine.Rows[number](ctx, read,
		`SELECT DISTINCT m.enrolment, 0 AS until, m.past AS place FROM marks m WHERE m.school = $1`, school)
	if err != nil {
		return nil, err
	}
	uses := make(map[number]bool, len(marked))
	for _, one := range marked {
		uses[one] = true
	}
	return slices.DeleteFunc(all, func(one number) bool {
		return uses[number{Enrolment: one.Enrolment, Place: one.Place}]
	}), nil
}
