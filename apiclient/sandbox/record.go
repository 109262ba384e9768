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
	sqlRecord = `INSERT INTO marks (school, enrolment, date, status, check_in, check_out)
		SELECT ?1, e.id, ?2, ?3, ?4, ?5 FROM json_each(?6) sent
		CROSS JOIN enrolments e ON e.school = ?1 AND e.id = sent.value WHERE true
		ON CONFLICT (school, enrolment, date) DO UPDATE SET status = excluded.status,
			check_in = CASE WHEN ?7 THEN excluded.check_in ELSE check_in END,
			check_out = CASE WHEN ?8 THEN excluded.check_out ELSE check_out END
		RETURNING enrolment, (SELECT student FROM enrolments e WHERE e.school = marks.school AND e.id = marks.enrolment),
			comments, check_in, check_out`
)

// record stores one status for every enrolment of the request, or nothing at all, and returns one item per
// enrolment id in the order sent (service document, section 4.1, rules 1 to 3).
//
// Plain attendance leaves check-in and check-out unchanged. `in` sets the check-in, `out` the check-out,
// `clear` removes both. A check without a time gets the service's own, in UTC. The document does not show
// these rules: they are the sandbox's own.
func (s *Sandbox) record(ctx context.Context, owner school, request *bulkRequest) ([]resultItem, error) {
	items := make([]resultItem, len(request.enrolments))
	err := inTransaction(ctx, s.db, func(tx *sql.Tx) error {
		status, err := s.statusName(ctx, tx, owner, request.status)
		if err != nil {
			return err
		}
		marks, err := s.recordAll(ctx, tx, owner, request)
		if err != nil {
			return err
		}
		for i, id := range request.enrolments {
			mark, known := marks[id]
			if !known {
				return refuse(422, "no school-period enrolment %d", id)
			}
			items[i], items[i].AttendanceStatus, items[i].Date = mark, status, request.date
		}
		return nil
	})
	return items, err
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

// recordAll stores the marks of the known enrolments, and returns them by enrolment.
func (s *Sandbox) recordAll(
	ctx context.Context, tx *sql.Tx, owner school, request *bulkRequest,
) (map[int64]resultItem, error) {
	in, out := s.checkTimes(request)
	clears := request.check == checkClear
	rows, err := tx.StmtContext(ctx, s.sql[sqlRecord]).QueryContext(ctx,
		owner.id, request.date, request.status, in, out, encodeIDs(request.enrolments),
		clears || request.check == checkIn, clears || request.check == checkOut)
	if err != nil {
		return nil, fmt.Errorf("record marks: %w", err)
	}
	marks := make(map[int64]resultItem, len(request.enrolments))
	for rows.Next() { // not by collect: the benchmarks make many saves
		var id int64
		var one resultItem
		err = rows.Scan(&id, &one.StudentID, (*[]byte)(&one.Comments), (*[]byte)(&one.CheckIn), (*[]byte)(&one.CheckOut))
		if err != nil {
			break
		}
		marks[id] = one
	}
	return marks, errors.Join(err, rows.Err(), rows.Close())
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
