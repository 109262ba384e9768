package office

import (
	"rollbook/views/layout"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// ExportsView is the page of a day's exports: files, and lists for paper.
type ExportsView struct {
	layout.Page
	Date, Today roll.Date
	// Period is empty if the school has none.
	Period  roll.PeriodID
	Periods []roll.Period
	// Classes are the choices; Class is the chosen one, empty for all classes.
	Classes []roll.Class
	Class   roll.Class
	// Students lists the students of the class; More counts those not listed.
	Students []ExportStudent
	More     int
	// Problem is the reason for refusing the request; it may be empty.
	Problem string
}

// ExportStudent is a link to a student's month.
type ExportStudent struct{ Name, Address string }

// of returns the query for the day and the class; the class may be empty.
func (v *ExportsView) of(class roll.ClassID) paths.RollQuery {
	return paths.RollQuery{Period: string(v.Period), Class: string(class), Date: string(v.Date)}
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
	Name     string
	Recorded int
	Rows     []PrintRow
}

// PrintRow is a student of a PrintClass.
type PrintRow struct {
	Number int
	Name   string
	// Status is the school system's status; nil if there is none.
	Status *roll.Status
	// Time is the time of the mark, Outcome its outcome, By and At who marked the student first and when,
	// and Changed who changed the mark later. All but Outcome may be empty.
	Time, Outcome, By, At, Changed string
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
