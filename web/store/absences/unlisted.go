package absences

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// TellUnlisted stores that a teacher has a student whom the list does not name. One of the same name in the class and
// on the day is the same student: about her the office is asked again.
func (s *Store) TellUnlisted(ctx context.Context, one roll.Unlisted) error {
	return s.Database.Do(ctx, `INSERT INTO unlisted_students (school, id, date, period, class, class_name, name, told_by,
		teller, teller_role, told_at) VALUES `+engine.Tuples(1, 11)+`
		ON CONFLICT (school, date, class, name) DO UPDATE SET period = excluded.period,
			told_by = excluded.told_by, teller = excluded.teller, teller_role = excluded.teller_role,
			told_at = excluded.told_at, answered_at = 0`,
		one.School, one.ID, one.Date, one.Period, one.Class, one.ClassName, one.Name, one.By.Person, one.By.Name,
		one.By.Role, engine.Milliseconds(one.At))
}

// AnswerUnlisted stores the office's answer about a student who waits for one. A later answer changes nothing.
func (s *Store) AnswerUnlisted(ctx context.Context, answered roll.Unlisted) error {
	by := answered.AnsweredBy
	return s.Database.Do(ctx, `UPDATE unlisted_students SET answer = $3, answered_by = $4, answerer = $5,
		answerer_role = $6, answered_at = $7 WHERE school = $1 AND id = $2 AND answered_at = 0`,
		answered.School, answered.ID, answered.Answer, by.Person, by.Name, by.Role,
		engine.Milliseconds(answered.AnsweredAt))
}

// Unlisted returns the students about whom the office was told on the date, and those of earlier days who wait for its
// answer, the first told first.
func (s *Store) Unlisted(ctx context.Context, school roll.SchoolID, date roll.Date) ([]roll.Unlisted, error) {
	return engine.Rows[roll.Unlisted](ctx, s.Database, `SELECT school, id, date, period, class, class_name, name,
		told_by AS by_person, teller AS by_name, teller_role AS by_role, told_at AS at, answer,
		answered_by AS answered_by_person, answerer AS answered_by_name, answerer_role AS answered_by_role, answered_at
		FROM unlisted_students WHERE school = $1 AND (answered_at = 0 OR date = $2) ORDER BY told_at, id`, school, date)
}

// ForgetUnlisted deletes what was told before the date.
func ForgetUnlisted(ctx context.Context, database *engine.Database, school roll.SchoolID, before roll.Date) error {
	return database.Do(ctx, `DELETE FROM unlisted_students WHERE school = $1 AND date < $2`, school, before)
}
