package sandbox

import (
	"context"
	"encoding/json"
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
	sqlMarkColumns = `SELECT json_object('enrolment', m.enrolment, 'studentId', e.student, 'date', m.date,
			'statusId', m.status, 'attendanceStatus', a.name,
			'comments', json(m.comments), 'checkIn', json(m.check_in), 'checkOut', json(m.check_out))
		FROM marks m JOIN enrolments e ON e.school = m.school AND e.id = m.enrolment
		JOIN statuses a ON a.school = m.school AND a.id = m.status WHERE m.school = ?1`
	sqlMarksOfDate = sqlMarkColumns + ` AND (?2 = '' OR m.date = ?2) ORDER BY m.date, m.enrolment`
	sqlMarkOf      = sqlMarkColumns + ` AND m.enrolment = ?2 AND m.date = ?3`
)

// Marks returns the marks of a school on a date, or on every date for an empty one.
func (s *Sandbox) Marks(ctx context.Context, schoolCode, date string) ([]Mark, error) {
	return listOf[Mark](ctx, s, schoolCode, sqlMarksOfDate, date)
}

// Mark returns the mark for one enrolment on one date, or KindNotFound.
func (s *Sandbox) Mark(ctx context.Context, schoolCode string, enrolment int64, date string) (Mark, error) {
	found, err := listOf[Mark](ctx, s, schoolCode, sqlMarkOf, enrolment, date)
	switch {
	case err != nil:
		return Mark{}, err
	case len(found) == 0:
		return Mark{}, errorf(KindNotFound, "%s holds nothing for enrolment %d on %s", schoolCode, enrolment, date)
	}
	return found[0], nil
}

// SetMark changes a mark without a call, like a user of the service itself. It takes everything but StudentID
// and Status from mark. It returns KindNotFound for an unknown school, enrolment or status, KindInvalid for a
// bad date or bad JSON.
func (s *Sandbox) SetMark(ctx context.Context, schoolCode string, mark Mark) error {
	for _, raw := range []json.RawMessage{mark.Comments, mark.CheckIn, mark.CheckOut} {
		if len(raw) > 0 && !json.Valid(raw) {
			return errorf(KindInvalid, "comments, checkIn and checkOut must be JSON")
		}
	}
	if !isDate(mark.Date) {
		return errorf(KindInvalid, "date must be a calendar date, YYYY-MM-DD")
	}
	missing := errorf(KindNotFound, "%s has no enrolment %d or no status %d", schoolCode, mark.EnrolmentID, mark.StatusID)
	err := s.changeOne(ctx, schoolCode, missing, `INSERT OR REPLACE INTO marks
		(school, enrolment, date, status, comments, check_in, check_out)
		SELECT e.school, e.id, ?3, a.id, ?5, ?6, ?7 FROM enrolments e JOIN statuses a ON a.school = e.school
		WHERE e.school = ?1 AND e.id = ?2 AND a.id = ?4`, mark.EnrolmentID, mark.Date, mark.StatusID,
		rawOrNull(mark.Comments), rawOrNull(mark.CheckIn), rawOrNull(mark.CheckOut))
	if err != nil {
		return err
	}
	s.report(ctx, schoolCode, EventAttendance,
		map[string]any{"date": mark.Date, "studentSemesterInfoIds": []int64{mark.EnrolmentID}})
	return nil
}
