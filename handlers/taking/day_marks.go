package taking

import (
	"slices"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/web/language"
	"rollbook/web/office/comparing"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// DayReader reads the marks of a school's students on a date.
type DayReader struct {
	store     *store.Store
	comparing *comparing.Comparing
}

// Marks reads the marks made here and, if the school system's day was read, those made there
// (visit.Keep).
func (d DayReader) Marks(v *visit.Visit, period roll.PeriodID, date roll.Date) DayMarks {
	of, last, err := d.store.DayAndChanges(v.Ctx, v.School.ID, date)
	v.Keep(err)
	marks := DayMarks{
		Of: of, changes: make(map[roll.EnrolmentID]roll.LastChange), latest: d.Latest(v, period, date), date: date,
	}
	for _, change := range last {
		marks.changes[change.Enrolment] = change
	}
	return marks
}

// Latest returns the last comparison with the school system's day. A failed look-up counts as none.
func (d DayReader) Latest(v *visit.Visit, period roll.PeriodID, date roll.Date) roll.Comparison {
	latest, known, err := d.comparing.Latest(v.Ctx, v.School, period, date)
	if err != nil || !known {
		return roll.Comparison{}
	}
	return latest
}

// DayRow is a student with her mark on the date, and the name on pages. The mark has version 0 when there is
// none.
type DayRow struct {
	roll.ExportedMark
	Name string
	// Elsewhere is the status of an unmarked student in the school system at ReadAt; empty when there is
	// none, or the day cannot be read.
	Elsewhere string
	ReadAt    time.Time
}

// DayMarks are the marks of all students on a date.
type DayMarks struct {
	Of      map[roll.EnrolmentID]roll.Mark
	changes map[roll.EnrolmentID]roll.LastChange
	latest  roll.Comparison
	date    roll.Date
}

// isAbsent reports whether the student was marked absent here, by a mark that the school system did not refuse.
func (m DayMarks) isAbsent(student roll.EnrolmentID) bool {
	mark := m.Of[student]
	return mark.Status.Family == roll.Absent &&
		slices.Contains([]roll.Outcome{roll.Saved, roll.Confirming, roll.Waiting}, mark.Outcome)
}

// RowOf returns the student of that name with her mark made here.
func (m DayMarks) RowOf(student roll.Enrolment, name string) DayRow {
	return DayRow{Name: name, ExportedMark: roll.ExportedMark{
		Date: m.date, Class: student.ClassName, Student: student, Mark: m.Of[student.ID], Change: m.changes[student.ID],
	}}
}

// Row returns the student with her mark.
func (m DayMarks) Row(words *language.Words, student roll.Enrolment) DayRow {
	row := m.RowOf(student, naming.StudentName(words, student))
	if there := m.latest.Elsewhere[student.ID]; there != "" && row.Mark.Version == 0 {
		row.Elsewhere, row.ReadAt = there, m.latest.ReadAt
	}
	return row
}
