package sender

import (
	"time"

	"rollbook/web/roll"
)

const (
	// firstPerSchool is the number of simultaneous calls that a school begins with, and mostPerSchool the most.
	firstPerSchool = 8
	mostPerSchool  = 16
	// triedHigherAfter is how long a school keeps below the number of calls that it last refused or slowed at.
	triedHigherAfter = 3 * time.Minute
	// slack keeps small delays of a fast service from counting as slow, and slowInARow single slow answers.
	slack      = 50 * time.Millisecond
	slowInARow = 3
)

// limit is the number of simultaneous calls that a school's system is given: up to mostPerSchool while it answers
// quickly, and one below the number at which it last refused or slowed.
type limit struct {
	calls int
	// known is what the school's system took and refused.
	known roll.Calls
	// refusedAt is when it refused that number, or was last tried higher.
	refusedAt time.Time
	// usual is the time of the fastest answer since calls was one.
	usual time.Duration
	// slow counts the slow answers in a row.
	slow int
	// round numbers the falls. Of calls that were under way together, the first refused one begins a round; each further
	// one says that even fewer would have been right, down to least.
	round, least int
}

// newLimit returns the limit for what the school's system took and refused before.
func newLimit(known roll.Calls, now time.Time) limit {
	l := limit{calls: firstPerSchool, known: known, refusedAt: now}
	switch {
	case known.Refused > 0:
		l.calls = known.Refused - 1
	case known.Taken > firstPerSchool:
		l.calls = known.Taken
	}
	return l
}

// answered adapts the limit to a good answer to a call of the round, with that many calls under way. An answer is slow
// when it took twice the usual time.
func (l *limit) answered(round, underWay int, took time.Duration, now time.Time) {
	if l.usual == 0 || l.calls == 1 || took < l.usual {
		l.usual = took
	}
	if took > 2*l.usual+slack {
		l.slow++
		switch isSlow := l.slow >= slowInARow && round == l.round; {
		case isSlow && underWay > 1:
			l.fall(underWay, now)
		case isSlow:
			l.usual = took
		}
		return
	}
	l.slow = 0
	l.took(underWay, now)
	if l.calls < mostPerSchool && l.calls+1 != l.known.Refused {
		l.calls++
	}
}

// took notes that the service took that many calls at once. It is tried with one more after minutes, when all that it
// is given are in use.
func (l *limit) took(underWay int, now time.Time) {
	if underWay > firstPerSchool {
		l.known.Taken = max(l.known.Taken, underWay)
	}
	if l.known.Refused == 0 || underWay < l.known.Refused-1 || now.Sub(l.refusedAt) < triedHigherAfter {
		return
	}
	l.known.Refused, l.refusedAt = l.known.Refused+1, now
	if l.known.Refused > mostPerSchool {
		l.known.Refused = 0
	}
}

// refused adapts the limit to a call of the round that was refused because that many were under way. One round at
// most halves it, since a service that refuses all calls tells nothing about their number.
func (l *limit) refused(round, underWay int, now time.Time) {
	switch {
	case round == l.round && underWay > 1:
		l.fall(underWay, now)
	case round == l.round-1 && l.known.Refused-1 > l.least:
		l.known = roll.Calls{Taken: l.known.Refused - 2, Refused: l.known.Refused - 1}
		l.calls = min(l.calls, l.known.Taken)
	}
}

// fall begins a round below the number of calls.
func (l *limit) fall(refused int, now time.Time) {
	l.known = roll.Calls{Taken: refused - 1, Refused: refused}
	l.refusedAt, l.slow = now, 0
	l.calls = min(l.calls, refused-1)
	l.round, l.least = l.round+1, refused/2
}
