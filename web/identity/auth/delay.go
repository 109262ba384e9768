package auth

import (
	"fmt"
	"time"
)

// The delays after wrong passwords. A delay is always finite, so that no person is locked out for good. A
// device that the person has used before has its own count.
const (
	FreeTries    = 5
	firstDelay   = 5 * time.Second
	LongestDelay = 15 * time.Minute
	// After this many wrong passwords in a row one try an hour remains on each unknown device.
	mostTries     = 100
	delayAfterAll = time.Hour
)

func delayAfter(count int) time.Duration {
	switch {
	case count < FreeTries:
		return 0
	case count >= mostTries:
		return delayAfterAll
	}
	delay := firstDelay
	for range count - FreeTries {
		delay = min(2*delay, LongestDelay)
	}
	return delay
}

// ThrottledError refuses a try without checking the password.
type ThrottledError struct {
	// RetryAfter is at least a second, in whole seconds.
	RetryAfter time.Duration
}

// Error returns the wait as text.
func (e *ThrottledError) Error() string {
	return fmt.Sprintf("too many wrong passwords, wait %s", e.RetryAfter)
}

func throttled(wait time.Duration) *ThrottledError {
	return &ThrottledError{RetryAfter: max(time.Second, (wait + time.Second - 1).Truncate(time.Second))}
}
