package pins

import (
	"fmt"
	"slices"
	"time"

	"rollbook/web/roll"
)

// The limits of wrong PINs for one name.
const (
	// TriesOnTablet is for one tablet, in a row.
	TriesOnTablet = 5
	// TriesInDay is for all tablets of a school, in a day of UTC.
	TriesInDay = 20
	// TriesInAll is for all tablets of a school, in a row, despite pauses between. NIST SP 800-63B, section
	// 3.2.2, allows twice as many.
	TriesInAll = 50
)

// Pause is how long a name is locked on one tablet. After a pause without tries, the count there starts
// again.
const Pause = 15 * time.Minute

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

// limit limits one counter.
type limit struct {
	tries int
	// locks is true when the count stays until the lock is lifted.
	locks bool
	// over reports whether a count without a lock is outdated.
	over func(last, now time.Time) bool
}

// limits returns the limits of a name's counters, in the order of Tablet.counters.
func limits() []limit {
	quiet := func(last, now time.Time) bool { return !now.Before(last.Add(Pause)) }
	anotherDay := func(last, now time.Time) bool {
		return last.UTC().YearDay() != now.UTC().YearDay() || now.Sub(last) > 24*time.Hour
	}
	never := func(time.Time, time.Time) bool { return false }
	return []limit{{TriesInDay, true, anotherDay}, {TriesInAll, true, never}, {TriesOnTablet, false, quiet}}
}

// current returns the tries without outdated ones.
func (l limit) current(tries roll.Tries, now time.Time) roll.Tries {
	if l.over(tries.Last, now) && (!l.locks || tries.Count < l.tries) {
		return roll.Tries{}
	}
	return tries
}

// until returns when the next try is allowed; zero for at once.
func (l limit) until(tries roll.Tries) time.Time {
	if !l.locks && tries.Count > 0 && tries.Count%l.tries == 0 {
		return tries.Last.Add(Pause)
	}
	return time.Time{}
}

// left returns the remaining tries before a pause or lock.
func (l limit) left(tries roll.Tries) int {
	if l.locks {
		return max(0, l.tries-tries.Count)
	}
	return (l.tries - tries.Count%l.tries) % l.tries
}

// verdict is the result of counting a try.
type verdict struct {
	counted []roll.Tries
	// until is when the next try is allowed, zero for at once. Locked is true when none is allowed before the
	// lock is lifted. Refused is true when this try itself is refused.
	until           time.Time
	locked, refused bool
	left            int
}

// count adds one wrong PIN in advance, or refuses it.
func count(before []roll.Tries, now time.Time) verdict {
	judged := verdict{left: TriesInAll, counted: make([]roll.Tries, len(before))}
	of := limits()
	for i := range before {
		limit := of[i%len(of)]
		tries := limit.current(before[i], now)
		if until := limit.until(tries); until.After(now) {
			judged.until, judged.refused = latest(judged.until, until), true
		}
		if limit.locks && tries.Count >= limit.tries {
			judged.locked, judged.refused = true, true
		}
		judged.counted[i] = roll.Tries{Count: tries.Count + 1, Last: now}
	}
	if judged.refused {
		judged.counted = nil
		return judged
	}
	for i := range before {
		limit := of[i%len(of)]
		judged.until = latest(judged.until, limit.until(judged.counted[i]))
		judged.locked = judged.locked || limit.locks && judged.counted[i].Count >= limit.tries
		judged.left = min(judged.left, limit.left(judged.counted[i]))
	}
	return judged
}

func latest(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{a, b}, time.Time.Compare) }

// forgive subtracts the counted try after a right PIN, and clears all wrong ones of its person, whose
// counters have the given place among the people with the same name.
func forgive(before []roll.Tries, place int) []roll.Tries {
	after := slices.Clone(before)
	for i := range after {
		if after[i].Count = max(0, after[i].Count-1); i/len(limits()) == place {
			after[i] = roll.Tries{}
		}
	}
	return after
}
