package sandbox

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
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
	sqlPeriods = `SELECT json_object('id', id, 'name', name, 'startDate', start_date, 'endDate', end_date)
		FROM periods WHERE school = ?1 ORDER BY id`
	sqlStatusList = `SELECT json_object('id', id, 'name', name) FROM statuses WHERE school = ?1 ORDER BY position`
	sqlStudents   = `SELECT json_object('studentSemesterInfoId', e.id, 'studentId', e.student,
			'firstName', t.first_name, 'lastName', t.last_name, 'className', e.class_name) FROM enrolments e
		JOIN students t ON t.school = e.school AND t.id = e.student
		WHERE e.school = ?1 AND e.period = ?2 ORDER BY e.id`
	sqlDailyList = `SELECT json_object('studentId', e.student, 'attendanceStatus', a.name, 'date', m.date,
			'comments', json(m.comments), 'checkIn', json(m.check_in), 'checkOut', json(m.check_out)) FROM enrolments e
		JOIN marks m ON m.school = e.school AND m.enrolment = e.id AND m.date = ?3
		JOIN statuses a ON a.school = m.school AND a.id = m.status
		WHERE e.school = ?1 AND e.period = ?2 ORDER BY e.id`
)

// Periods returns a school's periods as the service's call does.
func (s *Sandbox) Periods(ctx context.Context, schoolCode string) ([]SchoolPeriod, error) {
	return listOf[SchoolPeriod](ctx, s, schoolCode, sqlPeriods)
}

// Students returns the enrolments of a period as the service's call does, in no reliable order.
func (s *Sandbox) Students(ctx context.Context, schoolCode string, period int64) ([]Student, error) {
	return listOf[Student](ctx, s, schoolCode, sqlStudents, period)
}

// Statuses returns a school's attendance statuses in the school's order, as the service's call does.
func (s *Sandbox) Statuses(ctx context.Context, schoolCode string) ([]AttendanceStatus, error) {
	return listOf[AttendanceStatus](ctx, s, schoolCode, sqlStatusList)
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
	return listOf[resultItem](ctx, s, c.school.Code, sqlDailyList, period, date)
}

// requestedPeriod reads schoolPeriodId. It treats another school's period like an unknown one.
func (s *Sandbox) requestedPeriod(ctx context.Context, owner school, query url.Values) (int64, error) {
	period, err := strconv.ParseInt(query.Get("schoolPeriodId"), 10, 64)
	if err != nil {
		return 0, refuse(400, "schoolPeriodId must be an integer")
	}
	periods, err := s.Periods(ctx, owner.Code)
	if err == nil && !slices.ContainsFunc(periods, func(one SchoolPeriod) bool { return one.ID == period }) {
		err = refuse(404, "no school period %d", period)
	}
	return period, err
}
