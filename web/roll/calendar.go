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

// Period is a school year or a term of the school system.
type Period struct {
	ID   PeriodID
	Name string
	// Starts and Ends are empty when the school's data does not give them.
	Starts, Ends Date
	// Opened are days for which the office opened the period on purpose, although it does not contain them.
	Opened []OpenedDays `json:",omitempty"`
}

// OpenedDays are days from the first to the last.
type OpenedDays struct{ Starts, Ends Date }

// Contains reports whether the period contains the date. A missing first or last day does not limit it.
func (p Period) Contains(date Date) bool {
	return (p.Starts == "" || p.Starts <= date) && (p.Ends == "" || date <= p.Ends)
}

// Undated reports whether neither end of the period is known.
func (p Period) Undated() bool { return p.Starts == "" && p.Ends == "" }

// IsOpened reports whether the office opened the period for the date.
func (p Period) IsOpened(date Date) bool {
	return slices.ContainsFunc(p.Opened, func(days OpenedDays) bool { return days.Starts <= date && date <= days.Ends })
}

// length returns the days of a period. The fewer of its ends are known, the longer it is.
func (p Period) length() int {
	const open = 1 << 20
	switch {
	case p.Undated():
		return 2 * open
	case p.Starts == "" || p.Ends == "":
		return open
	}
	return p.Starts.DaysUntil(p.Ends)
}

// daysFrom returns the days between the date and a period that does not contain it.
func (p Period) daysFrom(date Date) int {
	if p.Starts > date {
		return date.DaysUntil(p.Starts)
	}
	return p.Ends.DaysUntil(date)
}

// PeriodOn returns the period of a date: the first of the chosen ones that contains it, otherwise the shortest that
// does, of equally short ones the last. If none contains it, those count that the office opened for it. Everything
// that asks for the present period asks this function, with today's date.
func PeriodOn(periods []Period, date Date, chosen ...PeriodID) (Period, error) {
	for _, has := range []func(Period, Date) bool{Period.Contains, Period.IsOpened} {
		best := -1
		for i, period := range periods {
			if has(period, date) && (best < 0 || period.length() <= periods[best].length()) {
				best = i
			}
		}
		for _, id := range chosen {
			at := slices.IndexFunc(periods, func(period Period) bool { return period.ID == id && has(period, date) })
			if at >= 0 {
				return periods[at], nil
			}
		}
		if best >= 0 {
			return periods[best], nil
		}
	}
	if len(periods) == 0 {
		return Period{}, ErrNoPeriods
	}
	return Period{}, errNotOpen
}

// PeriodsOf returns the periods of a date, whose students are united: those that contain it, the shortest first, and of
// several without any dates only the last. If none contains it, those count that the office opened for it.
func PeriodsOf(periods []Period, date Date) ([]Period, error) {
	for _, has := range []func(Period, Date) bool{Period.Contains, Period.IsOpened} {
		var of []Period
		for _, period := range slices.Backward(periods) {
			if !has(period, date) || period.Undated() && slices.ContainsFunc(of, Period.Undated) {
				continue
			}
			of = append(of, period)
		}
		if len(of) > 0 {
			slices.SortStableFunc(of, func(a, b Period) int { return a.length() - b.length() })
			return of, nil
		}
	}
	_, err := PeriodOn(periods, date)
	return nil, err
}

// NearestPeriods is PeriodsOf for what needs no open period. If none contains the date, it returns those of the nearest
// day that has any.
func NearestPeriods(periods []Period, date Date) ([]Period, error) {
	of, err := PeriodsOf(periods, date)
	if err == nil || len(periods) == 0 {
		return of, err
	}
	nearest, err := NearestPeriod(periods, date)
	if err == nil && nearest.Starts > date {
		return PeriodsOf(periods, nearest.Starts)
	}
	if err == nil {
		return PeriodsOf(periods, nearest.Ends)
	}
	return nil, err
}

// NearestPeriod is PeriodOn for what needs no open period, such as preparing the next one. If none contains the date,
// it returns the one that begins or ended next to it.
func NearestPeriod(periods []Period, date Date, chosen ...PeriodID) (Period, error) {
	period, err := PeriodOn(periods, date, chosen...)
	if err == nil || len(periods) == 0 {
		return period, err
	}
	return slices.MinFunc(periods, func(a, b Period) int { return a.daysFrom(date) - b.daysFrom(date) }), nil
}

// ErrNoPeriods is returned for a roll in a school without a period for its date: it has none, they were never read, or
// none contains the date.
var ErrNoPeriods = Problem(Unkept, "home.empty.not_read")

// errNotOpen is ErrNoPeriods of a school whose periods do not contain the date.
var errNotOpen = Problem(Unkept, "home.empty.not_open").Because(ErrNoPeriods)
