package roll

import (
	"slices"
	"time"
)

// The limits of a calendar: the number of ranges, the characters of a range's name, and the days of a range.
const (
	CalendarRanges = 200
	CalendarName   = 60
	CalendarDays   = 366
)

// Calendar contains the days when a school is closed.
type Calendar struct {
	// Weekdays are the days of the week when it is always closed.
	Weekdays []time.Weekday
	// Ranges are closed days with a name, the earliest first.
	Ranges []ClosedDays
}

// ClosedDays are days from the first to the last when a school is closed.
type ClosedDays struct {
	ID           string
	Name         string
	Starts, Ends Date
}

// Closing reports whether a school is closed on a date. Name is the reason, empty for a day of the week.
type Closing struct {
	Closed bool
	Name   string
}

// Closes reports whether the school is closed on the date.
func (c Calendar) Closes(date Date) bool {
	return slices.Contains(c.Weekdays, date.Noon(time.UTC).Weekday()) ||
		slices.ContainsFunc(c.Ranges, func(days ClosedDays) bool { return days.Starts <= date && date <= days.Ends })
}
