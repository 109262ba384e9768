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

// Week is the order of the days of a week, and those when a school is always closed.
type Week struct {
	Days, Closed []time.Weekday
}

// Closes reports whether the school is closed on the day of the week.
func (w Week) Closes(day time.Weekday) bool { return slices.Contains(w.Closed, day) }

// Week returns the school's week. It begins with the first school day after the longest row of closed days; between
// equally long ones the usual week decides. A school without closed days of the week has the usual one.
func (c Calendar) Week(usual Week) Week {
	if len(c.Weekdays) == 0 {
		return usual
	}
	week, longest := Week{usual.Days, c.Weekdays}, 0
	for i, day := range usual.Days {
		closed := 0
		for closed < len(usual.Days) && week.Closes((day+time.Weekday(6*(closed+1)))%7) {
			closed++
		}
		if !week.Closes(day) && closed > longest {
			longest, week.Days = closed, slices.Concat(usual.Days[i:], usual.Days[:i])
		}
	}
	return week
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
