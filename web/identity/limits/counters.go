package limits

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"rollbook/web/roll"
)

// Store stores counters. Their keys are opaque and of limited length, times are UTC in whole milliseconds. Counters
// older than two days may be deleted.
type Store interface {
	// ChangeTries reads the counters and writes the result of change; nil leaves them. It locks them meanwhile. It may
	// call change again.
	ChangeTries(ctx context.Context, counters []roll.Counter, change func([]roll.Tries) []roll.Tries) error
}

// Counters counts wrong tries in the database. The limits of accounts and devices never lapse there.
type Counters struct {
	store Store
	now   func() time.Time
}

// NewCounters makes a Counters on the store.
func NewCounters(store Store, now func() time.Time) *Counters { return &Counters{store, now} }

// Counter is a counter with its limit.
type Counter struct {
	Key roll.Counter
	Of  Of
}

// Counted is the result of a try.
type Counted struct {
	// Refused is true when the try must wait, and was not counted.
	Refused bool
	// Wait is how long a refused try, or else the next one after this one, must wait; 0 for not at all, and Forever for
	// a lock. Until is its end.
	Wait  time.Duration
	Until time.Time
	// Left counts the remaining free tries.
	Left int

	counters []Counter
}

// Count counts a wrong try in advance, so that simultaneous tries cannot all pass on one old count. Take it back when
// it was right. A refused try is promised a turn if a key of one is given: a later try with the same key passes at
// that time, whatever others do meanwhile. With one shared wait, the most frequent caller would block all others.
func (c *Counters) Count(ctx context.Context, counters []Counter, promise *roll.Counter) (counted Counted, err error) {
	keys := keysOf(counters)
	if promise != nil {
		keys = append(keys, *promise)
	}
	err = c.store.ChangeTries(ctx, keys, func(before []roll.Tries) []roll.Tries {
		now := c.now().UTC().Truncate(time.Millisecond)
		after, wait := slices.Clone(before), time.Duration(0)
		counted = Counted{Left: math.MaxInt}
		for i, one := range counters {
			limit := one.Of.Limit()
			if one.Of == Address && i > 0 && counters[i-1].Of == Pair && Pair.Limit().left(before[i-1], now).Count > 0 {
				continue // the address has counted this account
			}
			wait = max(wait, limit.wait(before[i], now))
			after[i] = limit.more(before[i], now)
			counted.Wait = max(counted.Wait, limit.wait(after[i], now))
			counted.Left = min(counted.Left, max(0, limit.Free-after[i].Count))
			counted.counters = append(counted.counters, one)
		}
		if promise != nil {
			after[len(counters)], wait = await(before[len(counters)], wait, now)
		}
		if wait > 0 {
			counted = Counted{Refused: true, Wait: wait}
			copy(after, before[:len(counters)])
		}
		counted.Until = now.Add(counted.Wait)
		return after
	})
	if err != nil {
		return Counted{}, fmt.Errorf("count a try: %w", err)
	}
	return counted, nil
}

func keysOf(counters []Counter) []roll.Counter {
	keys := make([]roll.Counter, len(counters))
	for i, one := range counters {
		keys[i] = one.Key
	}
	return keys
}

// TakeBack takes back a counted try that was right, or whose secret was not compared. A right one clears its
// own counters. The others lose only this try, or the owner of one account could try all others.
func (c *Counters) TakeBack(ctx context.Context, counted Counted, own ...roll.PersonID) error {
	err := c.store.ChangeTries(ctx, keysOf(counted.counters), func(before []roll.Tries) []roll.Tries {
		for i, one := range counted.counters {
			if before[i].Count--; slices.Contains(own, one.Key.Person) || before[i].Count <= 0 {
				before[i] = roll.Tries{}
			}
		}
		return before
	})
	if err != nil {
		return fmt.Errorf("take a counted try back: %w", err)
	}
	return nil
}

// turnKept is how long a person may use their turn after it has come.
const turnKept = 10 * time.Minute

// await returns how long the try with the promise must still wait: not at all if it need not, or if its promised turn
// has come. Otherwise it promises one. A promise is stored as its wait in seconds, with the time of its start.
func await(promised roll.Tries, wait time.Duration, now time.Time) (after roll.Tries, left time.Duration) {
	comes := promised.Last.Add(time.Duration(promised.Count) * time.Second)
	open := promised.Count > 0 && now.Sub(comes) <= turnKept
	switch {
	case wait <= 0:
		return roll.Tries{}, 0
	case open && now.Before(comes):
		return promised, min(comes.Sub(now), wait)
	case open:
		// It is used up. Another try at the same moment waits for a turn of its own.
		return roll.Tries{Count: 1, Last: now.Add(-2 * turnKept)}, 0
	}
	seconds := max(1, int((wait+time.Second-1)/time.Second))
	return roll.Tries{Count: seconds, Last: now}, wait
}
