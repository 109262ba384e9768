package office

import (
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Months holds the month that a page shows, its Name as YYYY-MM, and the months beside it; Next is
// empty where it has not begun.
type Months struct{ Title, Name, Before, Next string }

// ClassMonthView is a month of a class as a heat map.
type ClassMonthView struct {
	layout.Page
	Class  roll.Class
	Period roll.PeriodID
	Months Months
	// Earliest is the first day whose roll can be opened.
	Earliest roll.Date
	// Week is the week of the month that a phone shows, from 1; 0 for the latest.
	Week int
	// Rows are the students of the class; More counts those who are left out.
	Rows []MonthRow
	More int
	// Back is the address of the page that led here.
	Back string
	// Problem says why another month is shown than was asked for; empty for none.
	Problem string
}

// MonthRow is a student's month. Address leads to its page.
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
	return part.HeatWeekdays(rows...)
}

// weeks returns the weeks of the month, and the one that a phone shows: that which was asked for,
// else that of today or the last one.
func (v *ClassMonthView) weeks() (weeks [][]part.HeatDay, shown int) {
	weeks = part.HeatWeeks(v.Rows[0].Days, v.weekdays())
	if v.Week >= 1 && v.Week <= len(weeks) {
		return weeks, v.Week - 1
	}
	for i, week := range weeks {
		if slices.ContainsFunc(week, func(day part.HeatDay) bool { return day.Date != "" && !day.Future }) {
			shown = i
		}
	}
	return weeks, shown
}

// weekTitle names the first and the last day of a week.
func weekTitle(week []part.HeatDay, w *language.Words) string {
	var first, last roll.Date
	for _, day := range week {
		if day.Date != "" && first == "" {
			first = day.Date
		}
		if day.Date != "" {
			last = day.Date
		}
	}
	return w.Text("month.week", "From", strconv.Itoa(first.Noon(time.UTC).Day()), "To", strconv.Itoa(last.Noon(time.UTC).Day()))
}

// roll is the address of the class's roll on the day; empty where there is none to open.
func (v *ClassMonthView) roll(day part.HeatDay) string {
	if day.Future || day.Date < v.Earliest {
		return ""
	}
	return v.Paths.Roll(string(v.School.ID), paths.RollQuery{Period: string(v.Period), Class: string(v.Class.ID), Date: string(day.Date)})
}

// daysIn counts the days of a week that lie in the month.
func daysIn(week []part.HeatDay) int {
	days := 0
	for _, day := range week {
		if day.Date != "" {
			days++
		}
	}
	return days
}

// skipped keeps the Tab key from stopping at every student who was present: the student's own
// month leads there too.
func skipped(day part.HeatDay) templ.Attributes {
	if !day.Present() {
		return nil
	}
	return templ.Attributes{"tabindex": "-1"}
}

// week is the address of the n-th week of the month, from 1.
func (v *ClassMonthView) week(n int) string {
	query := paths.RollQuery{Period: string(v.Period), Class: string(v.Class.ID)}
	return v.Paths.ClassWeek(string(v.School.ID), query, v.Months.Name, n)
}

// month is the address of the class in another month.
func (v *ClassMonthView) month(name string) string {
	return v.Paths.ClassMonth(string(v.School.ID), paths.RollQuery{Period: string(v.Period), Class: string(v.Class.ID)}, name)
}

// month is the address of the student in another month.
func (v *StudentMonthView) month(name string) string {
	return v.Paths.StudentMonth(string(v.School.ID), v.Enrolment.String(), string(v.Period), name)
}
