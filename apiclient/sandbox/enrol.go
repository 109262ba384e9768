package sandbox

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

const maxStudentName = 60

// Enrol adds a student to a class of the school's current period, like a user of the service itself, and
// reports the change. It creates a class that the period does not have. It returns KindInvalid for names
// outside 1 to 60 characters, KindNotFound for an unknown school or one without a current period.
func (s *Sandbox) Enrol(ctx context.Context, schoolCode, firstName, lastName, className string) (Student, error) {
	for _, name := range []*string{&firstName, &lastName, &className} {
		*name = strings.TrimSpace(*name)
		if *name == "" || utf8.RuneCountInString(*name) > maxStudentName || !utf8.ValidString(*name) {
			return Student{}, errorf(KindInvalid, "first name, last name and class have 1 to %d characters", maxStudentName)
		}
	}
	period, err := s.currentPeriod(ctx, schoolCode)
	if err != nil {
		return Student{}, err
	}
	made := Student{FirstName: firstName, LastName: lastName, ClassName: className}
	err = s.change(ctx, schoolCode, "enrol", func(tx *sql.Tx, owner school) error {
		row := tx.QueryRowContext(ctx, `INSERT INTO students (school, id, first_name, last_name, entry, letter, place)
			SELECT ?1, coalesce(max(id), 0) + 1, ?2, ?3, 0, '', 0 FROM students WHERE school = ?1 RETURNING id`,
			owner.id, firstName, lastName)
		if err := row.Scan(&made.StudentID); err != nil {
			return fmt.Errorf("insert student: %w", err)
		}
		row = tx.QueryRowContext(ctx, `INSERT INTO enrolments (school, id, period, student, class_name)
			SELECT ?1, coalesce(max(id), 0) + 1, ?2, ?3, ?4 FROM enrolments WHERE school = ?1 RETURNING id`,
			owner.id, period, made.StudentID, className)
		return row.Scan(&made.EnrolmentID)
	})
	if err != nil {
		return Student{}, err
	}
	s.report(ctx, schoolCode, EventStudents,
		map[string]any{"schoolPeriodId": period, "studentSemesterInfoIds": []int64{made.EnrolmentID}})
	return made, nil
}

// currentPeriod returns the id of the period that contains the service's date.
func (s *Sandbox) currentPeriod(ctx context.Context, schoolCode string) (int64, error) {
	periods, err := s.Periods(ctx, schoolCode)
	if err != nil {
		return 0, err
	}
	today := s.now().Format(time.DateOnly)
	for _, period := range periods {
		if period.StartDate <= today && today <= period.EndDate {
			return period.ID, nil
		}
	}
	return 0, errorf(KindNotFound, "%s has no current period", schoolCode)
}
