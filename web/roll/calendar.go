package roll

import "time"

// CalendarLimits: how many ranges of closed days a school may have, how many characters the
// name of one, and how many days one may last.
const (
	CalendarRanges = 200
	CalendarName   = 60
	CalendarDays   = 366
)

// Calendar is when a school is closed.
type Calendar struct {
	// Weekdays are those on which it is closed every week.
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

// Closing is whether a school is closed on a date. Name says why; it is empty for a day of
// the week.
type Closing struct {
	Closed bool
	Name   string
}
