package office

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// ExportsView is the page of what can be exported of a day: files, and lists made for paper.
type ExportsView struct {
	layout.Page
	Date, Today roll.Date
	// Period is empty where the school has none.
	Period  roll.PeriodID
	Periods []roll.Period
	// Classes can be chosen; Class is the one that is, empty for all of them.
	Classes []roll.Class
	Class   roll.Class
	// Students lists the students of the class; More counts those who are left out.
	Students []ExportStudent
	More     int
	// Problem says why the request cannot be met; empty for none.
	Problem string
}

// ExportStudent leads to a student's month.
type ExportStudent struct{ Name, Address string }

// of names the day, and the class or none, as addresses do.
func (v *ExportsView) of(class roll.ClassID) paths.RollQuery {
	return paths.RollQuery{Period: string(v.Period), Class: string(class), Date: string(v.Date)}
}

// PrintDayView is a day made for paper: each class begins a sheet.
type PrintDayView struct {
	layout.Page
	Date roll.Date
	// Clock is the time at which it was made, as Words.Clock writes it.
	Clock   string
	Classes []PrintClass
	// Back is the address of the page that led here.
	Back string
}

// PrintClass is a class of PrintDayView. Its name is empty for marks of students who are on
// no list any more.
type PrintClass struct {
	Name     string
	Recorded int
	Rows     []PrintRow
}

// PrintRow is a student of PrintClass.
type PrintRow struct {
	Number int
	Name   string
	// Status is the school system's; nil where it has none.
	Status *roll.Status
	// Time is the time that the mark carries, Outcome what became of it, By and At tell who made
	// it and when. All but Outcome may be empty.
	Time, Outcome, By, At string
}

// PaperView is an empty roll of a class, to be filled in by hand.
type PaperView struct {
	layout.Page
	Class string
	Date  roll.Date
	Names []string
	// Statuses have a box each; Others adds a wide one for those beyond them.
	Statuses []roll.Status
	Others   bool
	// Back is the address of the page that led here.
	Back string
}

// StudentMonthView is a student's marks over dates.
type StudentMonthView struct {
	layout.Page
	Student, Class string
	Enrolment      roll.EnrolmentID
	Period         roll.PeriodID
	Months         Months
	// Days are the days of the month.
	Days []part.HeatDay
	// From and To are the dates with which the form for a file begins.
	From, To, Today roll.Date
	// History leads to what happened today.
	History string
	// Problem says why the request cannot be met; empty for none.
	Problem string
}
