package handlers

import (
	"context"
	"time"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// Day tells every mark of a school on a date.
type Day interface {
	Day(ctx context.Context, school roll.SchoolID, date roll.Date, each func(roll.Mark)) error
}

// dayReader reads what is known of a school's students on a date.
type dayReader struct {
	day     Day
	compare Comparer
}

// marks are the marks that were made here and, where the school system's day was read, those
// that were made there.
func (d *dayReader) marks(v *visit, period roll.PeriodID, date roll.Date) (dayMarks, error) {
	marks := dayMarks{of: make(map[roll.EnrolmentID]roll.Mark)}
	if err := d.day.Day(v.ctx, v.school.ID, date, func(mark roll.Mark) { marks.of[mark.Enrolment] = mark }); err != nil {
		return marks, err
	}
	// A school that cannot be asked is one that cannot be read.
	if latest, known, err := d.compare.Latest(v.ctx, v.school, period, date); err == nil && known {
		marks.latest = latest
	}
	return marks, nil
}

// dayRow is a student with what is known of the date; the mark has version 0 where there
// is none.
type dayRow struct {
	student roll.Enrolment
	name    string
	mark    roll.Mark
	// elsewhere is the status that the school system had at readAt for a student without a
	// mark; empty where there is none, or where its day cannot be read.
	elsewhere string
	readAt    time.Time
}

// dayMarks are what is known of all students on a date.
type dayMarks struct {
	of     map[roll.EnrolmentID]roll.Mark
	latest roll.Comparison
}

// row is the student with what is known of her.
func (m dayMarks) row(words *language.Words, student roll.Enrolment) dayRow {
	row := dayRow{student: student, name: studentName(words, student), mark: m.of[student.ID]}
	if there := m.latest.Elsewhere[student.ID]; there != "" && row.mark.Version == 0 {
		row.elsewhere, row.readAt = there, m.latest.ReadAt
	}
	return row
}
