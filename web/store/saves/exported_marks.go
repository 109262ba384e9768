package saves

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// EachMarkToExport calls each with every mark of the school, its student and the class in whose roll it was
// made, by date and class. It returns the instant for NoteExported.
func (s *Store) EachMarkToExport(ctx context.Context, school roll.SchoolID, each func(date roll.Date, class string, student roll.Enrolment, mark roll.Mark) error) (at time.Time, err error) {
	if at, err = s.Database.Now(ctx); err != nil {
		return at, err
	}
	type number struct {
		roll.EnrolmentID
		past int64
	}
	names := make(map[number]roll.Enrolment)
	err = s.Database.Query(ctx, func(rows *sql.Rows) error {
		var one roll.Enrolment
		var past int64
		err := rows.Scan(&one.ID, &past, &one.Given, &one.Family)
		names[number{one.ID, past}] = one
		return err
	}, `SELECT enrolment, past, given, family FROM numbers WHERE school = $1 ORDER BY generation`, school)
	if err != nil {
		return at, err
	}
	return at, s.Database.Query(ctx, func(rows *sql.Rows) error {
		var mark roll.Mark
		var date roll.Date
		var class string
		var student roll.StudentID
		var past int64
		err := scanMark(rows, &mark, &date, &class, &student, &past, &mark.Sent, &mark.Observed, &mark.By.Name, &mark.By.Role)
		if err != nil {
			return err
		}
		of := names[number{mark.Enrolment, past}]
		of.ID, of.Student = mark.Enrolment, student
		return each(date, class, of, mark)
	}, `SELECT `+markColumns+`, m.date, s.class_name, m.student, m.past, s.status_name, s.observed, s.person_name, s.role
		FROM `+markTables+` WHERE m.school = $1 ORDER BY m.date, s.class_name, m.enrolment`, school)
}
