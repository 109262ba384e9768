package sandbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// Mark is the service's record for one enrolment on one date.
type Mark struct {
	EnrolmentID int64           `json:"enrolment"`
	StudentID   int64           `json:"studentId"`
	Date        string          `json:"date"` // YYYY-MM-DD
	StatusID    int64           `json:"statusId"`
	Status      string          `json:"attendanceStatus"`
	Comments    json.RawMessage `json:"comments"` // any JSON, as are the next two; null where there is none
	CheckIn     json.RawMessage `json:"checkIn"`
	CheckOut    json.RawMessage `json:"checkOut"`
}

const (
	sqlMarkColumns = `SELECT m.enrolment, e.student, m.date, m.status, a.name, m.comments, m.check_in, m.check_out
		FROM marks m JOIN enrolments e ON e.school = m.school AND e.id = m.enrolment
		JOIN statuses a ON a.school = m.school AND a.id = m.status WHERE m.school = ?1`
	sqlMarksOfDate = sqlMarkColumns + ` AND (?2 = '' OR m.date = ?2) ORDER BY m.date, m.enrolment`
	sqlMarkOf      = sqlMarkColumns + ` AND m.enrolment = ?2 AND m.date = ?3`
)

// Marks returns the marks of a school on a date, or on every date for an empty one.
func (s *Sandbox) Marks(ctx context.Context, schoolCode, date string) ([]Mark, error) {
	return listOf(ctx, s, schoolCode, sqlMarksOfDate, func(r *sql.Rows, one *Mark) error { return scanMark(r, one) }, date)
}

// Mark returns the mark for one enrolment on one date, or KindNotFound.
func (s *Sandbox) Mark(ctx context.Context, schoolCode string, enrolment int64, date string) (Mark, error) {
	owner, err := s.schoolByCode(ctx, schoolCode)
	if err != nil {
		return Mark{}, err
	}
	var found Mark
	err = scanMark(s.sql[sqlMarkOf].QueryRowContext(ctx, owner.id, enrolment, date), &found)
	if errors.Is(err, sql.ErrNoRows) {
		return Mark{}, errorf(KindNotFound, "%s holds nothing for enrolment %d on %s", schoolCode, enrolment, date)
	}
	if err != nil {
		return Mark{}, fmt.Errorf("read mark: %w", err)
	}
	return found, nil
}

// SetMark changes a mark without a call, like a user of the service itself. It takes everything but StudentID
// and Status from mark. It returns KindNotFound for an unknown school, enrolment or status, KindInvalid for a
// bad date or bad JSON.
func (s *Sandbox) SetMark(ctx context.Context, schoolCode string, mark Mark) error {
	owner, err := s.schoolByCode(ctx, schoolCode)
	if err != nil {
		return err
	}
	for _, raw := range []json.RawMessage{mark.Comments, mark.CheckIn, mark.CheckOut} {
		if len(raw) > 0 && !json.Valid(raw) {
			return errorf(KindInvalid, "comments, checkIn and checkOut must be JSON")
		}
	}
	if !isDate(mark.Date) {
		return errorf(KindInvalid, "date must be a calendar date, YYYY-MM-DD")
	}
	missing := errorf(KindNotFound, "%s has no enrolment %d or no status %d", schoolCode, mark.EnrolmentID, mark.StatusID)
	err = s.changeOne(ctx, missing, `INSERT OR REPLACE INTO marks
		(school, enrolment, date, status, comments, check_in, check_out)
		SELECT e.school, e.id, ?3, a.id, ?5, ?6, ?7 FROM enrolments e JOIN statuses a ON a.school = e.school
		WHERE e.school = ?1 AND e.id = ?2 AND a.id = ?4`, owner.id, mark.EnrolmentID, mark.Date, mark.StatusID,
		rawOrNull(mark.Comments), rawOrNull(mark.CheckIn), rawOrNull(mark.CheckOut))
	if err != nil {
		return err
	}
	s.report(ctx, owner, EventAttendance, map[string]any{"date": mark.Date, "studentSemesterInfoIds": []int64{mark.EnrolmentID}})
	return nil
}

func scanMark(row interface{ Scan(...any) error }, mark *Mark) error {
	var comments, checkIn, checkOut sql.NullString
	err := row.Scan(&mark.EnrolmentID, &mark.StudentID, &mark.Date, &mark.StatusID, &mark.Status, &comments, &checkIn, &checkOut)
	mark.Comments, mark.CheckIn, mark.CheckOut = rawJSON(comments), rawJSON(checkIn), rawJSON(checkOut)
	return err
}
