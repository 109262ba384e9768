package office

import (
	"time"

	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// ExportsView is the page of exports of a range of days: files, and lists for paper.
type ExportsView struct {
	layout.Page
	From, To, Today roll.Date
	// Ranges are the usual ranges.
	Ranges []ExportRange
	// Open is true if the school has a school year or term.
	Open bool
	// Periods are those that are over, a choice for students whom no present list has; Over is the chosen one or empty.
	Periods []roll.Period
	Over    roll.PeriodID
	// Classes are the choices; Class is the chosen one in Period, and Chosen its option, empty for all classes. Student is
	// the number of the chosen student, if not empty. Name is the name of either.
	Classes               []roll.Class
	Class                 roll.ClassID
	Period                roll.PeriodID
	Chosen, Student, Name string
	// Coded is true if the school has an authority's codes; Uncoded are the statuses without one.
	Coded   bool
	Uncoded []roll.Status
	// Most is the number of marks that fit into a workbook.
	Most int
	// Students lists the students of the class; More counts those not listed.
	Students []ExportStudent
	More     int
}

// ExportRange is a usual range of days. The catalogue has its name as export.range.NAME.
type ExportRange struct {
	Name     string
	From, To roll.Date
}

// ExportStudent is a link to a student's month.
type ExportStudent struct{ Name, Address string }

// between returns the query for the range, with the present choice of students.
func (v *ExportsView) between(from, to roll.Date) paths.ExportQuery {
	return paths.ExportQuery{Period: string(v.Period), Class: string(v.Class), Student: v.Student, From: string(from),
		To: string(to)}
}

// day returns the query for the last day and the class; the class may be empty.
func (v *ExportsView) day() paths.RollQuery {
	return paths.RollQuery{Period: string(v.Period), Class: string(v.Class), Date: string(v.To)}
}

// daysOf returns a range of days in words.
func daysOf(words *language.Words, from, to roll.Date) string {
	last := words.FullDate(to.Noon(time.UTC))
	if from == to {
		return last
	}
	return words.Text("export.days", "From", words.FullDate(from.Noon(time.UTC)), "To", last)
}

// PrintDayView is a day for paper: each class starts a new sheet.
type PrintDayView struct {
	layout.Page
	Date roll.Date
	// Clock is the time when the page was made, as Words.Clock writes it.
	Clock   string
	Classes []PrintClass
	// Back is the address of the previous page.
	Back string
}

// PrintClass is a class of PrintDayView. Its name is empty for marks of students who are no longer on a list.
type PrintClass struct {
	Name string
	Rows []PrintRow
}

// recorded counts the students with a status in the school system.
func (c *PrintClass) recorded() (students int) {
	for _, row := range c.Rows {
		if row.Status != nil {
			students++
		}
	}
	return students
}

// PrintRow is a student of a PrintClass.
type PrintRow struct {
	Number int
	Name   string
	// Status is the school system's status; nil if there is none.
	Status *roll.Status
	// Time is the time of the mark, Outcome its outcome, By and At who marked the student first and when,
	// and Changed who changed the mark later. Moves are the student's movements. All but Outcome may be empty.
	Time, Outcome, By, At, Changed, Moves string
}

// PaperView is an empty roll of a class, to fill in by hand.
type PaperView struct {
	layout.Page
	Class string
	Date  roll.Date
	Names []string
	// Statuses have a box each; OtherBox adds a wide box for all other statuses.
	Statuses []roll.Status
	OtherBox bool
	// Back is the address of the previous page.
	Back string
}

// uncoded names the statuses without a code.
func (v *ExportsView) uncoded() string {
	names := make([]string, len(v.Uncoded))
	for i, status := range v.Uncoded {
		names[i] = status.Name
	}
	return v.Words.List(names)
}

// SummaryView is a summary of attendance, on the screen and on paper.
type SummaryView struct {
	layout.Page
	From, To roll.Date
	// Name is that of the class or the student, empty for the whole school. Clock is when the page was made.
	Name, Clock string
	// Export is the query of the range.
	Export paths.ExportQuery
	// Notes name the unknown days. Columns are the names of the columns after the first. The last row is the
	// total.
	Notes, Columns []string
	Rows           [][]string
}
