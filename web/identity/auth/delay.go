package auth

import (
	"fmt"
	"time"
)

// The delays after wrong passwords. A delay is always finite: nobody is locked out
// for good, and a device that the person has used before counts for itself.
const (
	freeTries    = 5
	firstDelay   = 5 * time.Second
	longestDelay = 15 * time.Minute
	// After so many running wrong passwords one try a day remains (NIST SP 800-63B,
	// section 3.2.2 allows no more than 100).
	mostTries     = 100
	delayAfterAll = 24 * time.Hour
)

// Failures counts the wrong passwords in a row for one key. The zero value means
// none.
type Failures struct {
	Count int
	Last  time.Time
}

// RetryAfter returns the time that the next try has to wait at the instant; zero or less
// means that it may go ahead.
func (f Failures) RetryAfter(now time.Time) time.Duration {
	return f.Last.Add(delayAfter(f.Count)).Sub(now)
}

func delayAfter(count int) time.Duration {
	switch {
	case count < freeTries:
		return 0
	case count >= mostTries:
		return delayAfterAll
	}
	delay := firstDelay
	for range count - freeTries {
		delay = min(2*delay, longestDelay)
	}
	return delay
}

// ThrottledError refuses a try before the password is looked at.
type ThrottledError struct {
	// RetryAfter is at least a second, in whole seconds.
	RetryAfter time.Duration
}

// Error says how long to wait.
func (e *ThrottledError) Error() string {
	return fmt.Sprintf("too many wrong passwords, wait %s", e.RetryAfter)
}

func throttled(wait time.Duration) *ThrottledError {
	return &ThrottledError{RetryAfter: max(time.Second, (wait + time.Second - 1).Truncate(time.Second))}
}
