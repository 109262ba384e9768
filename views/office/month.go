package office

import (
	"slices"
	"strconv"
	"time"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Months holds the page's month, its Name as YYYY-MM, and the months before and after; Next is empty if that
// month has not begun.
type Months struct{ Title, Name, Before, Next string }

// ClassMonthView is a class's month as a heat map.
type ClassMonthView struct {
	layout.Page
	Class  roll.Class
	Period roll.PeriodID
	Months Months
	// Earliest is the first day whose roll can be opened.
	Earliest roll.Date
	// Week is the week of the month shown on a phone, from 1; 0 for the latest.
	Week int
	// Rows are the students of the class; More counts those not shown.
	Rows []MonthRow
	More int
	// Back is the address of the previous page.
	Back string
}

// MonthRow is a student's month; Address is that of the month's page.
type MonthRow struct {
	Name, Address string
	Days          []part.HeatDay
}

// weekdays returns the days of the week that the month shows.
func (v *ClassMonthView) weekdays() []time.Weekday {
	rows := make([][]part.HeatDay, len(v.Rows))
	for i, row := range v.Rows {
		rows[i] = row.Days
	}
	return part.HeatWeekdays(v.Words, rows...)
}

// weeks returns the weeks of the month, and the index of the week shown on a phone: the requested one, or the
// week of today, or the last one.
func (v *ClassMonthView) weeks() (weeks [][]part.HeatDay, shown int) {
	weeks = inMonth(v.Rows[0].Days, v.weekdays())
	if v.Week >= 1 && v.Week <= len(weeks) {
		return weeks, v.Week - 1
	}
	for i, week := range weeks {
		if slices.ContainsFunc(week, func(day part.HeatDay) bool { return !day.Future }) {
			shown = i
		}
	}
	return weeks, shown
}

// inMonth returns the weeks of the days, without days of other months.
func inMonth(days []part.HeatDay, weekdays []time.Weekday) [][]part.HeatDay {
	weeks := part.HeatWeeks(days, weekdays)
	for i := range weeks {
		weeks[i] = slices.DeleteFunc(weeks[i], func(day part.HeatDay) bool { return day.Date == "" })
	}
	return weeks
}

// weekTitle returns the first and the last day of a week.
func weekTitle(week []part.HeatDay, w *language.Words) string {
	return w.Text("month.week", "From", strconv.Itoa(week[0].Day()), "To", strconv.Itoa(week[len(week)-1].Day()))
}

// roll returns the address of the class's roll on the day; it is empty if that roll cannot be opened.
func (v *ClassMonthView) roll(day part.HeatDay) string {
	if day.Future || day.Date < v.Earliest {
		return ""
	}
	return v.Paths.Roll(string(v.School.ID), paths.RollQuery{Period: string(v.Period), Class: string(v.Class.ID), Date: string(day.Date)})
}

// week returns the address of the n-th week of the month, from 1.
func (v *ClassMonthView) week(n int) string {
	query := paths.RollQuery{Period: string(v.Period), Class: string(v.Class.ID)}
	return v.Paths.ClassWeek(string(v.School.ID), query, v.Months.Name, n)
}

// month returns the address of the class's page for another month.
func (v *ClassMonthView) month(name string) string {
	return v.Paths.ClassMonth(string(v.School.ID), paths.RollQuery{Period: string(v.Period), Class: string(v.Class.ID)}, name)
}

// month returns the address of the student's page for another month.
func (v *StudentMonthView) month(name string) string {
	return v.Paths.StudentMonth(string(v.School.ID), v.Enrolment.String(), string(v.Period), name)
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
	// History is the address of today's history, Export that of the student's export.
	History, Export string
}
