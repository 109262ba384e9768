package pins

import (
	"fmt"
	"time"

	"rollbook/web/identity/limits"
	"rollbook/web/roll"
)

// PausedError refuses a try without checking the PIN.
type PausedError struct {
	// Until is when the next try is allowed.
	Until time.Time
}

// Error returns the end of the pause as text.
func (e *PausedError) Error() string {
	return fmt.Sprintf("too many wrong PINs, wait until %s", e.Until.Format(time.RFC3339))
}

// LockedError refuses a try without checking the PIN, until the lock is lifted (PINs.Lift).
type LockedError struct{}

// Error returns the text for the log.
func (*LockedError) Error() string { return "too many wrong PINs, the name is locked" }

// WrongError is returned for a wrong PIN, an unknown name, and the name of a person who has no PIN, is
// disabled or has no role in the school.
type WrongError struct {
	// Left counts the remaining tries before the next pause or lock.
	Left int
}

// Error returns the text for the log.
func (e *WrongError) Error() string { return "the PIN is another one" }

// locking returns the places of the counters that lock a name in the school.
func locking(school roll.SchoolID) (day, all string) {
	return "day " + string(school), "all " + string(school)
}

// counters returns the counters of a try, in turn for each person with the name.
func (t Tablet) counters(named []roll.PersonID) (counters []limits.Counter) {
	day, all := locking(t.School)
	for _, person := range named {
		counters = append(counters,
			limits.Counter{Key: roll.Counter{Place: day, Person: person}, Of: limits.PINInDay},
			limits.Counter{Key: roll.Counter{Place: all, Person: person}, Of: limits.PINInAll},
			limits.Counter{Key: roll.Counter{Place: "tablet " + t.ID, Person: person}, Of: limits.PINOnTablet})
	}
	return counters
}

// refusal returns the error of a pause or lock, or nil for none.
func refusal(counted limits.Counted) error {
	switch {
	case counted.Wait == limits.Forever:
		return &LockedError{}
	case counted.Wait > 0:
		return &PausedError{Until: counted.Until}
	}
	return nil
}
