package taking

import (
	"context"
	"time"

	"rollbook/handlers/visit"
	"rollbook/web/comparing"
	"rollbook/web/language"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// DayReader reads the marks of a school's students on a date.
type DayReader struct {
	Store     *store.Store
	Comparing *comparing.Comparing
}

// Marks reads the marks that were made here and, where the school system's day was read, those
// that were made there.
func (d DayReader) Marks(v *visit.Visit, period roll.PeriodID, date roll.Date) (DayMarks, error) {
	return d.read(v, period, date, d.Store.Day)
}

// Outcomes reads the marks with nothing but their outcomes.
func (d DayReader) Outcomes(v *visit.Visit, period roll.PeriodID, date roll.Date) (DayMarks, error) {
	return d.read(v, period, date, d.Store.DayOutcomes)
}

func (d DayReader) read(v *visit.Visit, period roll.PeriodID, date roll.Date,
	day func(context.Context, roll.SchoolID, roll.Date, func(roll.Mark)) error) (DayMarks, error) {
	marks := DayMarks{Of: make(map[roll.EnrolmentID]roll.Mark)}
	if err := day(v.Ctx, v.School.ID, date, func(mark roll.Mark) { marks.Of[mark.Enrolment] = mark }); err != nil {
		return marks, err
	}
	// A school that cannot be asked is one that cannot be read.
	if latest, known, err := d.Comparing.Latest(v.Ctx, v.School, period, date); err == nil && known {
		marks.latest = latest
	}
	return marks, nil
}

// DayRow is a student with her mark on the date; the mark has version 0 where there
// is none.
type DayRow struct {
	Student roll.Enrolment
	Name    string
	Mark    roll.Mark
	// Elsewhere is the status that the school system had at ReadAt for a student without a
	// mark; empty where there is none, or where its day cannot be read.
	Elsewhere string
	ReadAt    time.Time
}

// DayMarks holds the marks of all students on a date.
type DayMarks struct {
	Of     map[roll.EnrolmentID]roll.Mark
	latest roll.Comparison
}

// Row returns the student with her mark.
func (m DayMarks) Row(words *language.Words, student roll.Enrolment) DayRow {
	row := DayRow{Student: student, Name: visit.StudentName(words, student), Mark: m.Of[student.ID]}
	if there := m.latest.Elsewhere[student.ID]; there != "" && row.Mark.Version == 0 {
		row.Elsewhere, row.ReadAt = there, m.latest.ReadAt
	}
	return row
}
