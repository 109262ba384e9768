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
	Ranges   []CalendarRange
	// Typed is a refused entry, as it was entered.
	Typed   roll.ClosedDays
	Problem string
	// Kept is true after a change was stored.
	Kept bool
}

// CalendarWeekday is a day of the week.
type CalendarWeekday struct {
	Day    time.Weekday
	Name   string
	Closed bool
}

// CalendarRange is a range of closed days, with its dates formatted for people.
type CalendarRange struct{ ID, Name, Dates string }
