package saves

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// moved is true for a pending mark m of a save s in the school c that comes from an earlier connection, from
// before the database was copied, or from a number that names another student now.
const moved = `(s.generation < c.connected OR m.past > 0)`

// Moved returns the school's marks that wait for a person's decision after a change of the connection or the
// number. They are never sent automatically. The oldest come first.
func (s *Store) Moved(ctx context.Context, school roll.SchoolID) ([]roll.MovedMark, error) {
	return engine.All(ctx, s.Database, func(rows *sql.Rows, mark *roll.MovedMark) error {
		return scanSave(rows, &mark.Save, &mark.Enrolment, &mark.Student, &mark.Version, &mark.Outcome, &mark.Given,
			&mark.Family, &mark.Period)
	}, `SELECT `+prefixed("s.", saveColumns)+`, m.enrolment, m.student, m.seq, m.state,
		COALESCE((SELECT MAX(n.given) FROM numbers n WHERE n.school = m.school AND n.enrolment = m.enrolment
		AND n.past = m.past), ''),
		COALESCE((SELECT MAX(n.family) FROM numbers n WHERE n.school = m.school AND n.enrolment = m.enrolment
		AND n.past = m.past), ''),
		CASE WHEN m.past > 0 THEN '' ELSE COALESCE((SELECT MAX(n.period) FROM numbers n WHERE n.school = m.school
		AND n.enrolment = m.enrolment
			AND n.past = 0 AND n.generation >= c.connected AND n.student = m.student), '') END
		FROM schools c CROSS JOIN marks m JOIN saves s ON s.token = m.save
		WHERE c.slug = $1 AND m.school = c.slug AND `+Pending+` AND m.keyed = 0 AND `+moved+`
		ORDER BY m.marked_at, s.token, m.enrolment`, school)
}

// SettleMoved records that a moved mark will not be sent. By is the name of the person who keyed it in by
// hand, or empty when it was dropped.
func (s *Store) SettleMoved(ctx context.Context, school roll.SchoolID, mark roll.MovedMark, by string) error {
	return s.Database.MustChange(ctx, `UPDATE marks AS m SET keyed = $1, keyed_by = $2
		WHERE m.school = $3 AND m.save = $4 AND m.enrolment = $5 AND m.keyed = 0 AND m.state = `+literal.Stopped,
		engine.Now, by, school, mark.Save.Token, mark.Enrolment)
}
