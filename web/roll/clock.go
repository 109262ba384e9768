package roll

import (
	"errors"
	"time"
)

// The errors of TimeOfDay.Instant.
var (
	// ErrTimeGap: the clock skips the time on that date.
	ErrTimeGap = errors.New("that time does not exist on that date")
	// ErrTimeOfDay is returned by ParseTimeOfDay.
	ErrTimeOfDay = errors.New("not a time of day written as HH:MM")
)

// TimeOfDay is a local time, HH:MM.
type TimeOfDay string

// ParseTimeOfDay reads HH:MM from 00:00 to 23:59, in ASCII digits.
func ParseTimeOfDay(text string) (TimeOfDay, error) {
	clock, err := time.Parse("15:04", text)
	if err != nil || clock.Format("15:04") != text {
		return "", ErrTimeOfDay
	}
	return TimeOfDay(text), nil
}

// Instant returns the time when a clock in the zone shows t on the date, the first one if it does so
// twice. It returns ErrTimeGap for a time that the clock skips.
func (t TimeOfDay) Instant(date Date, zone *time.Location) (time.Time, error) {
	const layout = "2006-01-02 15:04"
	wall := string(date) + " " + string(t)
	instant, err := time.ParseInLocation(layout, wall, zone)
	if err != nil {
		return time.Time{}, ErrTimeOfDay
	}
	if instant.Format(layout) != wall {
		return time.Time{}, ErrTimeGap
	}
	// The same local time with the offset before the last change.
	if change, _ := instant.ZoneBounds(); !change.IsZero() {
		_, now := instant.Zone()
		_, before := change.Add(-time.Second).Zone()
		if earlier := instant.Add(time.Duration(now-before) * time.Second); earlier.Before(change) &&
			earlier.Format(layout) == wall {
			return earlier, nil
		}
	}
	return instant, nil
}

// Observed formats the time for the history: local time with its offset, "08:45+01:00".
func Observed(instant time.Time, zone *time.Location) string {
	return instant.In(zone).Format("15:04-07:00")
}
