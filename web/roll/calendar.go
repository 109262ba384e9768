package roll

import "time"

// The limits of a calendar: the ranges of closed days that a school may have, the characters
// of the name of one, and the days that one may last.
const (
	CalendarRanges = 200
	CalendarName   = 60
	CalendarDays   = 366
)

// Calendar holds the days on which a school is closed.
type Calendar struct {
	// Weekdays are the days of the week on which it is always closed.
	Weekdays []time.Weekday
	// Ranges are closed days with a name, the earliest first.
	Ranges []ClosedDays
}

// ClosedDays are days from the first to the last on which a school is closed.
type ClosedDays struct {
	ID           string
	Name         string
	Starts, Ends Date
}

// Closing tells whether a school is closed on a date. Name says why; it is empty for a day of
// the week.
type Closing struct {
	Closed bool
	Name   string
}
