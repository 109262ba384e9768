package sandbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
)

// SchoolPeriod is a school year or term. The service document (section 4.2) shows only that periods have ids.
type SchoolPeriod struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	StartDate string `json:"startDate"`
	EndDate   string `json:"endDate"`
}

// Student is a student's enrolment in one period. A save sends its id, studentSemesterInfoId.
type Student struct {
	EnrolmentID int64  `json:"studentSemesterInfoId"`
	StudentID   int64  `json:"studentId"`
	FirstName   string `json:"firstName"`
	LastName    string `json:"lastName"`
	ClassName   string `json:"className"`
}

// AttendanceStatus is one of the school's statuses.
type AttendanceStatus struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// resultItem is one recorded mark as the service returns it (service document, section 2.2).
type resultItem struct {
	StudentID        int64           `json:"studentId"`
	AttendanceStatus string          `json:"attendanceStatus"`
	Date             string          `json:"date"`
	Comments         json.RawMessage `json:"comments"`
	CheckIn          json.RawMessage `json:"checkIn"`
	CheckOut         json.RawMessage `json:"checkOut"`
}

const (
	sqlPeriods      = `SELECT id, name, start_date, end_date FROM periods WHERE school = ?1 ORDER BY id`
	sqlPeriodExists = `SELECT count(*) FROM periods WHERE school = ?1 AND id = ?2`
	sqlStatusList   = `SELECT id, name FROM statuses WHERE school = ?1 ORDER BY position`
	sqlStudents     = `SELECT e.id, e.student, t.first_name, t.last_name, e.class_name FROM enrolments e
		JOIN students t ON t.school = e.school AND t.id = e.student
		WHERE e.school = ?1 AND e.period = ?2 ORDER BY e.id`
	sqlDailyList = `SELECT e.student, a.name, m.date, m.comments, m.check_in, m.check_out FROM enrolments e
		JOIN marks m ON m.school = e.school AND m.enrolment = e.id AND m.date = ?3
		JOIN statuses a ON a.school = m.school AND a.id = m.status
		WHERE e.school = ?1 AND e.period = ?2 ORDER BY e.id`
)

// Periods returns a school's periods as the service's call does.
func (s *Sandbox) Periods(ctx context.Context, schoolCode string) ([]SchoolPeriod, error) {
	return listOf(ctx, s, schoolCode, sqlPeriods, func(r *sql.Rows, one *SchoolPeriod) error {
		return r.Scan(&one.ID, &one.Name, &one.StartDate, &one.EndDate)
	})
}

// Students returns the enrolments of a period as the service's call does, in no reliable order.
func (s *Sandbox) Students(ctx context.Context, schoolCode string, period int64) ([]Student, error) {
	return listOf(ctx, s, schoolCode, sqlStudents, func(r *sql.Rows, one *Student) error {
		return r.Scan(&one.EnrolmentID, &one.StudentID, &one.FirstName, &one.LastName, &one.ClassName)
	}, period)
}

// Statuses returns a school's attendance statuses in the school's order, as the service's call does.
func (s *Sandbox) Statuses(ctx context.Context, schoolCode string) ([]AttendanceStatus, error) {
	return listOf(ctx, s, schoolCode, sqlStatusList, func(r *sql.Rows, one *AttendanceStatus) error { return r.Scan(&one.ID, &one.Name) })
}

func (s *Sandbox) answerPeriods(ctx context.Context, c *call) (any, error) {
	return s.Periods(ctx, c.school.Code)
}

func (s *Sandbox) answerStatuses(ctx context.Context, c *call) (any, error) {
	return s.Statuses(ctx, c.school.Code)
}

func (s *Sandbox) answerStudents(ctx context.Context, c *call) (any, error) {
	period, err := s.requestedPeriod(ctx, c.school, c.request.URL.Query())
	if err != nil {
		return nil, err
	}
	return s.Students(ctx, c.school.Code, period)
}

func (s *Sandbox) answerDailyList(ctx context.Context, c *call) (any, error) {
	query := c.request.URL.Query()
	period, err := s.requestedPeriod(ctx, c.school, query)
	if err != nil {
		return nil, err
	}
	date := query.Get("date")
	if !isDate(date) {
		return nil, refuse(400, "date must be a calendar date, YYYY-MM-DD")
	}
	return listOf(ctx, s, c.school.Code, sqlDailyList, func(r *sql.Rows, one *resultItem) error {
		var comments, checkIn, checkOut sql.NullString
		err := r.Scan(&one.StudentID, &one.AttendanceStatus, &one.Date, &comments, &checkIn, &checkOut)
		one.Comments, one.CheckIn, one.CheckOut = rawJSON(comments), rawJSON(checkIn), rawJSON(checkOut)
		return err
	}, period, date)
}

// requestedPeriod reads schoolPeriodId. It treats another school's period like an unknown one.
func (s *Sandbox) requestedPeriod(ctx context.Context, owner school, query url.Values) (int64, error) {
	period, err := strconv.ParseInt(query.Get("schoolPeriodId"), 10, 64)
	if err != nil {
		return 0, refuse(400, "schoolPeriodId must be an integer")
	}
	var found int
	if err := s.sql[sqlPeriodExists].QueryRowContext(ctx, owner.id, period).Scan(&found); err != nil {
		return 0, fmt.Errorf("find period: %w", err)
	}
	if found == 0 {
		return 0, refuse(404, "no school period %d", period)
	}
	return period, nil
}

// rawJSON returns the stored JSON value, or null.
func rawJSON(stored sql.NullString) json.RawMessage {
	if !stored.Valid {
		return json.RawMessage("null")
	}
	return json.RawMessage(stored.String)
}
