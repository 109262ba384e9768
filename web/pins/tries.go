package pins

import (
	"fmt"
	"slices"
	"time"

	"rollbook/web/roll"
)

// How many wrong PINs in a row are compared before there is a pause.
const (
	// TriesOnTablet is for one person on one tablet.
	TriesOnTablet = 5
	// triesInSchool is for one person on all tablets of a school.
	triesInSchool = 2 * TriesOnTablet
	// triesOfTablet is for one tablet, whomever they were for: who tries one PIN on every name
	// gets no further. A right PIN leaves it, else somebody's own would make room for more.
	triesOfTablet = 4 * TriesOnTablet
	// triesInAll is for one person in a school, however long the pauses between. NIST SP 800-63B,
	// section 3.2.2, allows twice as many.
	triesInAll = 50
)

// The pauses. After a quiet time of one pause, what is bounded in a row begins anew.
const (
	Pause     = 15 * time.Minute
	longPause = 24 * time.Hour
)

// PausedError refuses a try before the PIN is looked at.
type PausedError struct {
	// Until is the first instant at which the next try is looked at.
	Until time.Time
}

// Error says until when.
func (e *PausedError) Error() string {
	return fmt.Sprintf("too many wrong PINs, wait until %s", e.Until.Format(time.RFC3339))
}

// WrongError answers a wrong PIN, and that of somebody who has none, is disabled or has no role in
// the school.
type WrongError struct {
	// Left counts the tries that remain before the next pause.
	Left int
}

// Error says that the PIN is wrong.
func (e *WrongError) Error() string { return "the PIN is another one" }

// limit bounds one counter.
type limit struct {
	tries int
	// inAll is the number from which on each try has a long pause; 0 for none.
	inAll int
}

// limits returns the limits of the counters, in their order: the tablet, the person in the school,
// the person on the tablet.
func limits() []limit {
	return []limit{{tries: triesOfTablet}, {tries: triesInSchool, inAll: triesInAll}, {tries: TriesOnTablet}}
}

// current leaves out what is too long ago to count.
func (l limit) current(tries roll.PINTries, now time.Time) roll.PINTries {
	if l.inAll == 0 && !now.Before(tries.Last.Add(Pause)) {
		return roll.PINTries{}
	}
	return tries
}

// until returns the time from which the next try is looked at; zero for at once.
func (l limit) until(tries roll.PINTries) time.Time {
	switch {
	case tries.Count == 0:
		return time.Time{}
	case l.inAll != 0 && tries.Count >= l.inAll:
		return tries.Last.Add(longPause)
	case tries.Count%l.tries == 0:
		return tries.Last.Add(Pause)
	}
	return time.Time{}
}

// left counts the tries that remain before a pause.
func (l limit) left(tries roll.PINTries) int {
	if l.inAll != 0 && tries.Count >= l.inAll {
		return 0
	}
	return (l.tries - tries.Count%l.tries) % l.tries
}

// verdict is the result of counting a try.
type verdict struct {
	counted []roll.PINTries
	// until is the time from which the next try is looked at, zero for at once; refused tells
	// whether that keeps this one from being looked at.
	until   time.Time
	refused bool
	left    int
}

// count counts one wrong PIN in advance, or refuses it.
func count(before []roll.PINTries, now time.Time) verdict {
	judged := verdict{left: triesOfTablet, counted: make([]roll.PINTries, len(before))}
	for i, limit := range limits() {
		tries := limit.current(before[i], now)
		if until := limit.until(tries); until.After(now) {
			judged.until, judged.refused = latest(judged.until, until), true
		}
		judged.counted[i] = roll.PINTries{Count: tries.Count + 1, Last: now}
	}
	if judged.refused {
		judged.counted = nil
		return judged
	}
	for i, limit := range limits() {
		judged.until = latest(judged.until, limit.until(judged.counted[i]))
		judged.left = min(judged.left, limit.left(judged.counted[i]))
	}
	return judged
}

func latest(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{a, b}, time.Time.Compare) }

// forgive takes back the counted try of a right PIN, and all wrong ones of the person before it.
func forgive(before []roll.PINTries) []roll.PINTries {
	tablet := before[0]
	tablet.Count = max(0, tablet.Count-1)
	return []roll.PINTries{tablet, {}, {}}
}
