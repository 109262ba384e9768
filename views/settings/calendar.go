package settings

import (
	"time"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// CalendarView is the page for the days when a school is closed.
type CalendarView struct {
	layout.Page
	Weekdays []CalendarWeekday
	Ranges   []roll.ClosedDays
	// Typed is a refused entry, as it was entered.
	Typed roll.ClosedDays
}

// CalendarWeekday is a day of the week.
type CalendarWeekday struct {
	Day    time.Weekday
	Name   string
	Closed bool
}

// dates returns the dates of a range, in words.
func (v *CalendarView) dates(days roll.ClosedDays) string {
	first := v.Words.FullDate(days.Starts.Noon(v.School.Zone))
	if days.Starts == days.Ends {
		return first
	}
	return v.Words.Text("calendar.range", "From", first, "To", v.Words.FullDate(days.Ends.Noon(v.School.Zone)))
}
