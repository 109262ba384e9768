package settings

import (
	"time"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// CalendarView is the page that edits the days on which a school is closed.
type CalendarView struct {
	layout.Page
	Weekdays []CalendarWeekday
	Ranges   []CalendarRange
	// Typed holds an entry that has a problem, as it was typed in.
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
