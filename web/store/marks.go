package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

// A mark is read with the save that it belongs to: from marks m and saves s.
const (
	markColumns = `m.enrolment, m.seq, m.state, m.save, s.status_id, s.status_name, s.family, s.observed,
	s.person, s.person_name, s.role, m.marked_at, m.returned, m.answered_at, s.stops_at, m.keyed, m.keyed_by`
	markTables = `marks m JOIN saves s ON s.token = m.save`
)

// A save s is read with its intents i and the newest mark m of each student. CROSS JOIN
// keeps SQLite to this order: from the marks of the date on, it would read a whole school.
const (
	saveTables = `saves s CROSS JOIN intents i CROSS JOIN marks m`
	saveJoins  = `i.save = s.token AND m.school = s.school AND m.date = s.date AND m.enrolment = i.enrolment`
)

// pending is true for the marks that the index marks_pending holds; the engines
// take the index only where a query says it so.
const pending = `m.state IN ('waiting', 'confirming', 'stopped')`

// scanMark reads markColumns, and what the query asks for behind them.
func scanMark(rows *sql.Rows, mark *roll.Mark, more ...any) error {
	var markedAt, answeredAt, stopsAt, keyed int64
	into := []any{&mark.Enrolment, &mark.Version, &mark.Outcome, &mark.Save, &mark.Status, &mark.Sent, &mark.Family,
		&mark.Observed, &mark.By.Person, &mark.By.Name, &mark.By.Role, &markedAt, &mark.Returned, &answeredAt, &stopsAt, &keyed, &mark.KeyedBy}
	if err := rows.Scan(append(into, more...)...); err != nil {
		return err
	}
	mark.MarkedAt, mark.AnsweredAt, mark.StopsAt = instant(markedAt), instant(answeredAt), instant(stopsAt)
	mark.KeyedAt = instant(keyed)
	return nil
}

// Marks are the newest marks of the enrolments on the date, by enrolment.
func (s *Store) Marks(ctx context.Context, school roll.SchoolID, date roll.Date, enrolments []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Mark, error) {
	marks := make(map[roll.EnrolmentID]roll.Mark, len(enrolments))
	err := chunks(enrolments, func(part []roll.EnrolmentID) error {
		args := append([]any{school, date}, padded(part)...)
		return s.query(ctx, func(rows *sql.Rows) error {
			var mark roll.Mark
			err := scanMark(rows, &mark)
			marks[mark.Enrolment] = mark
			return err
		}, `SELECT `+markColumns+` FROM `+markTables+`
			WHERE m.school = $1 AND m.date = $2 AND m.enrolment IN (`+list(2, len(args)-2)+`)`, args...)
	})
	return marks, err
}

// heldOf are the rows of the save that wait for the person's word, each with the
// mark that stands there now.
func (t *transaction) heldOf(ctx context.Context, save roll.Save) ([]roll.Held, error) {
	var held []roll.Held
	err := t.query(ctx, func(rows *sql.Rows) error {
		var row roll.Held
		err := scanMark(rows, &row.Theirs, &row.Student)
		row.Enrolment = row.Theirs.Enrolment
		held = append(held, row)
		return err
	}, heldQuery+` WHERE h.save = $1 AND h.decision = '' ORDER BY h.enrolment`, save.Token)
	return held, err
}

const heldQuery = `SELECT ` + markColumns + `, h.student
	FROM held_marks h JOIN marks m ON m.school = h.school AND m.date = h.date AND m.enrolment = h.enrolment
	JOIN saves s ON s.token = m.save`
