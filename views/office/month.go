package office

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Months is which month a page shows, and which stand beside it (YYYY-MM); Next is empty
// where it has not begun.
type Months struct{ Title, Before, Next string }

// ClassMonthView is a month of a class as a heat map.
type ClassMonthView struct {
	layout.Page
	Class  roll.Class
	Period roll.PeriodID
	Months Months
	// Rows are the students of the class; More counts those who are left out.
	Rows []MonthRow
	More int
	// Back is the address of the page that led here.
	Back string
	// Problem is why another month is shown than was asked for; empty for none.
	Problem string
}

// MonthRow is a student's month. Address leads to its page.
type MonthRow struct {
	Name, Address string
	Days          []part.HeatDay
}

// month is the address of the class in another month.
func (v *ClassMonthView) month(name string) string {
	return v.Paths.ClassMonth(string(v.School.ID), paths.RollQuery{Period: string(v.Period), Class: string(v.Class.ID)}, name)
}

// month is the address of the student in another month.
func (v *StudentMonthView) month(name string) string {
	return v.Paths.StudentMonth(string(v.School.ID), v.Enrolment.String(), string(v.Period), name)
}
