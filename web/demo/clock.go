package demo

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

// morning is the time after midnight at which the demonstration starts: the first classes are done, one is
// due, and most are still to come.
const morning = 8*time.Hour + 31*time.Minute

// schoolMorning returns that time on the latest day from Monday to Friday, in the given time's zone. It may
// be later today.
func schoolMorning(now time.Time) time.Time {
	day := now
	for day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
		day = day.AddDate(0, 0, -1)
	}
	hour, minute := int(morning/time.Hour), int(morning%time.Hour/time.Minute)
	return time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, day.Location())
}

// shiftedClock is the demonstration's clock. It runs at normal speed and starts in a school morning, at any
// real hour and weekday.
type shiftedClock struct {
	// machine is the machine's clock. Ahead is how far the demonstration is ahead of it.
	machine func() time.Time
	ahead   time.Duration
	// file stores the time for the next start; empty for none.
	file string
}

// startClock starts the clock in a school morning. Stored data must not lie in the future, so if they are
// later, the clock continues from there. A demonstration that ended has stored the time of its end; one that
// was killed, its lead over the machine's clock.
func startClock(machine func() time.Time, file string) (*shiftedClock, error) {
	now := machine()
	clock := &shiftedClock{machine: machine, ahead: schoolMorning(now).Sub(now), file: file}
	if file == "" {
		return clock, nil
	}
	left, err := leftAt(file, now)
	if err != nil {
		return nil, err
	}
	if clock.now().Before(left) {
		clock.ahead = left.Sub(now)
	}
	return clock, clock.keep(clock.ahead.String())
}

// now returns the demonstration's time.
func (c *shiftedClock) now() time.Time { return c.machine().Add(c.ahead) }

// stop stores the time when the demonstration ended.
func (c *shiftedClock) stop() error {
	if c.file == "" {
		return nil
	}
	return c.keep(c.now().Format(time.RFC3339Nano))
}

func (c *shiftedClock) keep(text string) error {
	if err := os.WriteFile(c.file, []byte(text+"\n"), 0o600); err != nil {
		return fmt.Errorf("keep the demonstration's time: %w", err)
	}
	return nil
}

// leftAt returns a time at or after all stored data: zero for a new folder.
func leftAt(file string, now time.Time) (time.Time, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("read the demonstration's time: %w", err)
	}
	kept := strings.TrimSpace(string(text))
	if ended, err := time.Parse(time.RFC3339Nano, kept); err == nil {
		return ended.In(now.Location()), nil
	}
	ahead, err := time.ParseDuration(kept)
	if err != nil {
		return time.Time{}, fmt.Errorf("read the demonstration's time in %s: %w", file, err)
	}
	return now.Add(ahead), nil
}
