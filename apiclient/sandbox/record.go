package sandbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
)

const (
	sqlStatusName = `SELECT name FROM statuses WHERE school = ?1 AND id = ?2`
	// The list is passed as one JSON array, so that one prepared statement serves every length. CROSS JOIN
	// fixes the order: from the sent ids to the enrolments.
	sqlStudentsOf = `SELECT e.id, e.student FROM json_each(?2) sent
		CROSS JOIN enrolments e ON e.school = ?1 AND e.id = sent.value`
	sqlRecord = `INSERT INTO marks (school, enrolment, date, status, check_in, check_out)
		SELECT ?1, sent.value, ?2, ?3, ?4, ?5 FROM json_each(?6) sent WHERE true
		ON CONFLICT (school, enrolment, date) DO UPDATE SET status = excluded.status,
			check_in = CASE WHEN ?7 THEN excluded.check_in ELSE check_in END,
			check_out = CASE WHEN ?8 THEN excluded.check_out ELSE check_out END
		RETURNING enrolment, comments, check_in, check_out`
)

// recorded is the mark of one enrolment after a save.
type recorded struct {
	enrolment, student          int64
	comments, checkIn, checkOut sql.NullString
}

// record stores one status for every enrolment of the request, or nothing at all, and returns one item per
// enrolment id in the order sent (service document, section 4.1, rules 1 to 3).
//
// Plain attendance leaves check-in and check-out unchanged. `in` sets the check-in, `out` the check-out,
// `clear` removes both. A check without a time gets the service's own, in UTC. The document does not show
// these rules: they are the sandbox's own.
func (s *Sandbox) record(ctx context.Context, owner school, request *bulkRequest) ([]resultItem, error) {
	ids := encodeIDs(request.enrolments)
	var status string
	var marks map[int64]*recorded
	err := inTransaction(ctx, s.db, func(tx *sql.Tx) error {
		var err error
		if status, err = s.statusName(ctx, tx, owner, request.status); err != nil {
			return err
		}
		if marks, err = s.enrolledStudents(ctx, tx, owner, request.enrolments, ids); err != nil {
			return err
		}
		return s.recordAll(ctx, tx, owner, request, ids, marks)
	})
	if err != nil {
		return nil, err
	}
	items := make([]resultItem, len(request.enrolments))
	for i, id := range request.enrolments {
		mark := marks[id]
		items[i] = resultItem{StudentID: mark.student, AttendanceStatus: status, Date: request.date,
			Comments: rawJSON(mark.comments), CheckIn: rawJSON(mark.checkIn), CheckOut: rawJSON(mark.checkOut)}
	}
	return items, nil
}

func (s *Sandbox) statusName(ctx context.Context, tx *sql.Tx, owner school, id int64) (string, error) {
	var name string
	err := tx.StmtContext(ctx, s.sql[sqlStatusName]).QueryRowContext(ctx, owner.id, id).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", refuse(422, "no attendance status %d", id)
	}
	if err != nil {
		return "", fmt.Errorf("find status: %w", err)
	}
	return name, nil
}

func (s *Sandbox) enrolledStudents(ctx context.Context, tx *sql.Tx, owner school, sent []int64, ids string) (map[int64]*recorded, error) {
	rows, err := tx.StmtContext(ctx, s.sql[sqlStudentsOf]).QueryContext(ctx, owner.id, ids)
	found, err := collect(rows, err, func(r *sql.Rows, one *recorded) error { return r.Scan(&one.enrolment, &one.student) })
	if err != nil {
		return nil, fmt.Errorf("find enrolments: %w", err)
	}
	marks := make(map[int64]*recorded, len(found))
	for _, one := range found {
		marks[one.enrolment] = &one
	}
	for _, id := range sent {
		if marks[id] == nil {
			return nil, refuse(422, "no school-period enrolment %d", id)
		}
	}
	return marks, nil
}

func (s *Sandbox) recordAll(ctx context.Context, tx *sql.Tx, owner school, request *bulkRequest, ids string, marks map[int64]*recorded) error {
	in, out := s.checkTimes(request)
	setIn, setOut := request.check == checkIn || request.check == checkClear, request.check == checkOut || request.check == checkClear
	rows, err := tx.StmtContext(ctx, s.sql[sqlRecord]).QueryContext(ctx, owner.id, request.date, request.status, in, out, ids, setIn, setOut)
	kept, err := collect(rows, err, func(r *sql.Rows, one *recorded) error {
		return r.Scan(&one.enrolment, &one.comments, &one.checkIn, &one.checkOut)
	})
	if err != nil {
		return fmt.Errorf("record marks: %w", err)
	}
	for _, one := range kept {
		mark := marks[one.enrolment]
		mark.comments, mark.checkIn, mark.checkOut = one.comments, one.checkIn, one.checkOut
	}
	return nil
}

// checkTimes returns the JSON values that the request sets for check-in and check-out.
func (s *Sandbox) checkTimes(request *bulkRequest) (in, out sql.NullString) {
	if request.check != checkIn && request.check != checkOut {
		return in, out
	}
	at := sql.NullString{String: string(request.checkTime), Valid: true}
	if request.checkTime == nil {
		at.String = strconv.Quote(s.now().UTC().Format(time.RFC3339))
	}
	if request.check == checkIn {
		return at, out
	}
	return in, at
}

// encodeIDs writes each id once, as a JSON array.
func encodeIDs(ids []int64) string {
	text := []byte{'['}
	for _, id := range eachOnce(ids) {
		text = append(strconv.AppendInt(text, id, 10), ',')
	}
	return string(append(text[:len(text)-1], ']'))
}

// eachOnce returns the distinct ids of a list in ascending order.
func eachOnce(ids []int64) []int64 { return slices.Compact(slices.Sorted(slices.Values(ids))) }

func rawOrNull(raw json.RawMessage) sql.NullString {
	return sql.NullString{String: string(raw), Valid: !isNull(raw)}
}
