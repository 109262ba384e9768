package settings

import (
	"time"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// CalendarView is when a school is closed, to be edited.
type CalendarView struct {
	layout.Page
	Weekdays []CalendarWeekday
	Ranges   []CalendarRange
	// Typed is what was typed in and has a problem.
	Typed   roll.ClosedDays
	Problem string
	// Kept is true where something was just kept.
	Kept bool
}

// CalendarWeekday is a day of the week.
type CalendarWeekday struct {
	Day    time.Weekday
	Name   string
	Closed bool
}

// CalendarRange is a range of closed days, its dates as people write them.
type CalendarRange struct{ ID, Name, Dates string }
