package roll

import (
	"errors"
	"time"
)

// ErrDate is returned by ParseDate.
var ErrDate = errors.New("not a calendar date written as YYYY-MM-DD")

// Date is a calendar date, written YYYY-MM-DD (ISO 8601; service document,
// section 2.1). Dates order as strings. The zero value is no date.
type Date string

// ParseDate reads an existing calendar date, written YYYY-MM-DD in ASCII digits, without surrounding text.
func ParseDate(text string) (Date, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Format(time.DateOnly) != text || day.Year() < 1 {
		return "", ErrDate
	}
	return Date(text), nil
}

// DateOf returns the local date in the zone at the instant.
func DateOf(instant time.Time, zone *time.Location) Date {
	return Date(instant.In(zone).Format(time.DateOnly))
}

// String returns the date as YYYY-MM-DD.
func (d Date) String() string { return string(d) }

// AddDays returns the date that many days later, or earlier for negative days.
func (d Date) AddDays(days int) Date {
	return Date(d.Noon(time.UTC).AddDate(0, 0, days).Format(time.DateOnly))
}

// Noon returns 12:00 on the date in the zone, which exists on every date despite daylight saving. It returns
// the zero Time for an invalid Date.
func (d Date) Noon(zone *time.Location) time.Time {
	day, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return time.Time{}
	}
	return time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, zone)
}

// End returns the first instant of the next date in the zone, also when the clock skips midnight or shows it
// twice.
func (d Date) End(zone *time.Location) time.Time {
	midnight := d.Noon(time.UTC).Add(12 * time.Hour)
	// Try each offset that is in force after noon, until one reaches midnight.
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

// DaysUntil returns the number of days to the other date, negative for an earlier one.
func (d Date) DaysUntil(other Date) int {
	return int(other.Noon(time.UTC).Sub(d.Noon(time.UTC)).Hours() / 24)
}
