package people

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// ClassTeachers returns the teachers of the school's classes, by name. Those with an account have its name.
func (s *Store) ClassTeachers(ctx context.Context, school roll.SchoolID) ([]roll.ClassTeacher, error) {
	return engine.Rows[roll.ClassTeacher](ctx, s.Database, `SELECT t.period, t.class, COALESCE(m.person, '') AS person,
			CASE WHEN m.person IS NULL THEN t.name ELSE p.name END AS name, CASE WHEN t.teacher LIKE '%@%' THEN t.teacher
			ELSE '' END AS mail
		FROM (SELECT school, period, class, teacher, name FROM taught_classes
			UNION SELECT school, '', class, teacher, name FROM class_teachers) t LEFT JOIN people p ON p.email = t.teacher
			LEFT JOIN memberships m ON m.school = t.school AND m.person = p.id
		WHERE t.school = $1 ORDER BY name, t.teacher`, school)
}

// EditClassTeachers removes teachers from their classes and then adds others.
func (s *Store) EditClassTeachers(ctx context.Context, school roll.SchoolID, gone, added []roll.ClassTeacher) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		for _, one := range gone {
			tx.Require(tx.Do(ctx, `DELETE FROM taught_classes WHERE school = $1 AND period = $2 AND class = $3
				AND teacher = $4`, school, one.Period, one.Class, one.Key()))
			if one.Period == "" {
				tx.Require(tx.Do(ctx, `DELETE FROM class_teachers WHERE school = $1 AND class = $2 AND teacher = $3`,
					school, one.Class, one.Key()))
			}
		}
		return engine.Insert(ctx, tx, added, `INSERT INTO taught_classes (school, period, class, teacher, name)
			VALUES $rows ON CONFLICT (school, period, class, teacher) DO NOTHING`,
			func(_ int, one roll.ClassTeacher) []any {
				return []any{school, one.Period, one.Class, one.Key(), one.Name}
			})
	})
}

// UsualTakers returns the teachers who saved a class's roll on each of the five latest dates before the date on which a
// teacher saved it. It ignores dates before earliest.
func (s *Store) UsualTakers(ctx context.Context, school roll.SchoolID, earliest,
	date roll.Date) ([]roll.ClassTeacher, error) {
	return engine.Rows[roll.ClassTeacher](ctx, s.Database, `WITH days AS (SELECT DISTINCT class, date, person FROM saves
			WHERE school = $1 AND date >= $2 AND date < $3 AND role = $4),
		latest AS (SELECT class, date, ROW_NUMBER() OVER (PARTITION BY class ORDER BY date DESC) AS place
			FROM (SELECT DISTINCT class, date FROM days) d)
		SELECT d.class, d.person, p.name, p.email AS mail FROM latest l JOIN days d ON d.class = l.class AND d.date = l.date
			JOIN people p ON p.id = d.person JOIN memberships m ON m.school = $5 AND m.person = d.person AND m.disabled = 0
		WHERE l.place <= 5 GROUP BY d.class, d.person, p.name, p.email HAVING COUNT(*) = 5 ORDER BY p.name, p.email`,
		school, earliest, date, roll.Teacher, school)
}

// NoteReminders stores that teachers were reminded of the rolls of the date.
func (s *Store) NoteReminders(ctx context.Context, school roll.SchoolID, date roll.Date, all []roll.Reminder) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		return engine.Insert(ctx, tx, all, `INSERT INTO reminders (school, date, period, class, teacher, reminded_at)
			VALUES $rows ON CONFLICT (school, date, class, teacher) DO UPDATE SET period = EXCLUDED.period,
				reminded_at = EXCLUDED.reminded_at`,
			func(_ int, one roll.Reminder) []any {
				return []any{school, date, one.Period, one.Class, one.Teacher, engine.Milliseconds(one.At)}
			})
	})
}

// Reminders returns the reminders of the date's rolls, the latest first.
func (s *Store) Reminders(ctx context.Context, school roll.SchoolID, date roll.Date) ([]roll.Reminder, error) {
	return engine.Rows[roll.Reminder](ctx, s.Database,
		`SELECT period, class, teacher, reminded_at AS at FROM reminders WHERE school = $1 AND date = $2
		ORDER BY reminded_at DESC, teacher, class`, school, date)
}

// dropTeacher removes the person from the classes of the schools in the condition.
func dropTeacher(ctx context.Context, t *engine.Transaction, person roll.PersonID, condition string,
	args ...any) {
	for _, table := range []string{"taught_classes", "class_teachers"} {
		text := `DELETE FROM ` + table + ` WHERE teacher = (SELECT email FROM people WHERE id = $1)` + condition
		t.Require(t.Do(ctx, text, append([]any{person}, args...)...))
	}
}
