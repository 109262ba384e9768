package roll

import (
	"errors"
	"time"
)

// ErrDate is the error of ParseDate.
var ErrDate = errors.New("not a calendar date written as YYYY-MM-DD")

// Date is a calendar date, written YYYY-MM-DD (ISO 8601; service document,
// section 2.1). Dates order as strings. The zero value is no date.
type Date string

// ParseDate reads a date that exists in the calendar, written YYYY-MM-DD with
// ASCII digits, and nothing around it.
func ParseDate(text string) (Date, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Format(time.DateOnly) != text || day.Year() < 1 {
		return "", ErrDate
	}
	return Date(text), nil
}

// DateOf is the date that a clock in the zone shows at the instant.
func DateOf(instant time.Time, zone *time.Location) Date {
	return Date(instant.In(zone).Format(time.DateOnly))
}

// String is the date as YYYY-MM-DD.
func (d Date) String() string { return string(d) }

// AddDays is the date so many days later, or earlier when days is negative.
func (d Date) AddDays(days int) Date {
	return Date(d.Noon(time.UTC).AddDate(0, 0, days).Format(time.DateOnly))
}

// Noon is 12:00 on the date in the zone: an instant that exists on every date,
// whatever daylight saving does. A Date that is none gives the zero Time.
func (d Date) Noon(zone *time.Location) time.Time {
	day, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return time.Time{}
	}
	return time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, zone)
}

// End is the first instant of the following date in the zone, also where the clock
// jumps over midnight or shows it twice.
func (d Date) End(zone *time.Location) time.Time {
	midnight := d.Noon(time.UTC).Add(12 * time.Hour)
	// By each offset that is in force after noon, until one reaches midnight.
	for from := d.Noon(zone); ; {
		_, offset := from.Zone()
		end := midnight.Add(-time.Duration(offset) * time.Second).In(zone)
		if end.Before(from) {
			return from
		}
		_, change := from.ZoneBounds()
		if change.IsZero() || end.Before(change) {
			return end
		}
		from = change
	}
}

// DaysUntil counts the days from this date to the other; it is negative when
// the other is earlier.
func (d Date) DaysUntil(other Date) int {
	return int(other.Noon(time.UTC).Sub(d.Noon(time.UTC)).Hours() / 24)
}
