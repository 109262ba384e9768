package saves

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// exportedMark is an exported mark; past is 0 for the present student of the number.
type exportedMark struct {
	roll.ExportedMark
	past int64
}

// number identifies a student by a number at a time.
type number struct {
	roll.EnrolmentID
	past int64
}

// EachMarkToExport calls each with every mark of the school, by date and class. It returns the instant for
// NoteExported.
func (s *Store) EachMarkToExport(ctx context.Context, school roll.SchoolID, each func(roll.ExportedMark) error) (at time.Time, err error) {
	if at, err = s.Database.Now(ctx); err != nil {
		return at, err
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
	dates, err := engine.Column[roll.Date](ctx, s.Database, `SELECT DISTINCT date FROM marks WHERE school = $1 ORDER BY date`, school)
	for _, date := range dates {
		if err == nil {
			err = s.exportDate(ctx, school, date, names, each)
		}
	}
	return at, err
}

// exportDate calls each with every mark of the date.
func (s *Store) exportDate(ctx context.Context, school roll.SchoolID, date roll.Date, names map[number]roll.Enrolment, each func(roll.ExportedMark) error) error {
	var marks []exportedMark
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		one := exportedMark{ExportedMark: roll.ExportedMark{Date: date}}
		var student roll.StudentID
		err := scanMark(rows, &one.Mark, &one.Class, &student, &one.past, &one.Mark.Sent, &one.Mark.Observed, &one.Mark.By.Name, &one.Mark.By.Role)
		one.Student = names[number{one.Mark.Enrolment, one.past}]
		one.Student.ID, one.Student.Student = one.Mark.Enrolment, student
		marks = append(marks, one)
		return err
	}, `SELECT `+markColumns+`, s.class_name, m.student, m.past, s.status_name, s.observed, s.person_name, s.role
		FROM `+markTables+` WHERE m.school = $1 AND m.date = $2 ORDER BY s.class_name, m.enrolment`, school, date)
	if err != nil {
		return err
	}
	_, last, err := s.DayAndChanges(ctx, school, date)
	if err != nil {
		return err
	}
	for _, one := range marks {
		at, found := slices.BinarySearchFunc(last, one.Mark.Enrolment, func(change roll.LastChange, of roll.EnrolmentID) int {
			return cmp.Compare(change.Enrolment, of)
		})
		if found && one.past == 0 {
			one.Change = last[at]
		}
		if err := each(one.ExportedMark); err != nil {
			return err
		}
	}
	return nil
}
