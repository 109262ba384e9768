package sandbox

import (
	"net/url"
	"slices"
	"strconv"
)

// Periods returns a school's periods as the service's call does.
func (s *Sandbox) Periods(schoolCode string) ([]SchoolPeriod, error) {
	return of(s, schoolCode, func(at *school) ([]SchoolPeriod, error) { return slices.Clone(at.periods), nil })
}

// Students returns the enrolments of a period as the service's call does, in no reliable order.
func (s *Sandbox) Students(schoolCode string, period int64) ([]Student, error) {
	return of(s, schoolCode, func(at *school) ([]Student, error) { return at.students(period), nil })
}

// Student returns an enrolment of a school, or KindNotFound.
func (s *Sandbox) Student(schoolCode string, enrolment int64) (Student, error) {
	return of(s, schoolCode, func(at *school) (Student, error) {
		found, known := at.enrolment(enrolment)
		if !known {
			return Student{}, notFound("%s has no enrolment %d", schoolCode, enrolment)
		}
		return found.Student, nil
	})
}

// Statuses returns a school's attendance statuses in the school's order, as the service's call does.
func (s *Sandbox) Statuses(schoolCode string) ([]AttendanceStatus, error) {
	return of(s, schoolCode, func(at *school) ([]AttendanceStatus, error) { return at.statuses, nil })
}

func (s *Sandbox) answerStudents(c *call) (any, error) {
	return s.requestedStudents(c.school.Code, c.request.URL.Query())
}

func (s *Sandbox) answerDailyList(c *call) (any, error) {
	query := c.request.URL.Query()
	students, err := s.requestedStudents(c.school.Code, query)
	if err != nil {
		return nil, err
	}
	date := query.Get("date")
	if !isDate(date) {
		return nil, invalid("date must be a calendar date, YYYY-MM-DD")
	}
	return of(s, c.school.Code, func(at *school) ([]Result, error) {
		items := []Result{}
		for _, one := range students {
			if mark, known := at.marks[enrolmentDate{one.EnrolmentID, date}]; known {
				items = append(items, mark.Result)
			}
		}
		return items, nil
	})
}

// requestedStudents returns the enrolments of the period schoolPeriodId. It treats another school's period like an
// unknown one.
func (s *Sandbox) requestedStudents(schoolCode string, query url.Values) ([]Student, error) {
	period, err := strconv.ParseInt(query.Get("schoolPeriodId"), 10, 64)
	if err != nil {
		return nil, invalid("schoolPeriodId must be an integer")
	}
	students, err := s.Students(schoolCode, period)
	if err == nil && len(students) == 0 {
		err = notFound("no school period %d", period)
	}
	return students, err
}
