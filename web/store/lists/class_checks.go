package lists

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// Introduced returns when the list of each class of the period came into use with the present connection.
func (s *Store) Introduced(ctx context.Context, school roll.SchoolID,
	period roll.PeriodID) (map[roll.ClassID]roll.Introduction, error) {
	return engine.Pairs[roll.ClassID, roll.Introduction](ctx, s.Database, `SELECT class AS key, MIN(since) AS since,
		CASE WHEN MIN(since) = (SELECT MIN(w.since) FROM class_versions w WHERE w.school = $1) THEN 1 ELSE 0 END AS first
		FROM class_versions WHERE school = $2 AND period = $3
		AND generation >= (SELECT c.connected FROM schools c WHERE c.slug = $4) GROUP BY class`,
		school, school, period, school)
}

// AnswerClassCheck stores a teacher's answer. It replaces her earlier one about the class.
func (s *Store) AnswerClassCheck(ctx context.Context, check roll.ClassCheck) error {
	return s.Database.Do(ctx, `INSERT INTO class_checks (school, period, class, class_name, person, name, role, since,
		answer, answered_at) VALUES `+engine.Tuples(1, 10)+`
		ON CONFLICT (school, period, class, person) DO UPDATE SET class_name = excluded.class_name, name = excluded.name,
			role = excluded.role, since = excluded.since, answer = excluded.answer, answered_at = excluded.answered_at`,
		check.School, check.Period, check.Class, check.ClassName, check.By.Person, check.By.Name, check.By.Role, check.Since,
		check.Answer, engine.Milliseconds(check.At))
}

// AskAgain deletes a person's answer, so that the roll asks her again.
func (s *Store) AskAgain(ctx context.Context, school roll.SchoolID, period roll.PeriodID, class roll.ClassID,
	person roll.PersonID) error {
	return s.Database.Do(ctx, `DELETE FROM class_checks WHERE school = $1 AND period = $2 AND class = $3 AND person = $4`,
		school, period, class, person)
}

// ClassChecks returns the answers about the period's lists that began on the day or later, the first given first.
func (s *Store) ClassChecks(ctx context.Context, school roll.SchoolID, period roll.PeriodID,
	since roll.Date) ([]roll.ClassCheck, error) {
	return engine.Rows[roll.ClassCheck](ctx, s.Database, `SELECT school, period, class, class_name, person AS by_person,
		name AS by_name, role AS by_role, since, answer, answered_at AS at FROM class_checks
		WHERE school = $1 AND period = $2 AND since >= $3 ORDER BY answered_at, class`, school, period, since)
}

// AnsweredClassCheck reports whether the person has answered about the class's list of that first day.
func (s *Store) AnsweredClassCheck(ctx context.Context, school roll.SchoolID, period roll.PeriodID, class roll.ClassID,
	person roll.PersonID, since roll.Date) (bool, error) {
	return engine.Exists(ctx, s.Database, `SELECT 1 FROM class_checks WHERE school = $1 AND period = $2 AND class = $3
		AND person = $4 AND since = $5`, school, period, class, person, since)
}
