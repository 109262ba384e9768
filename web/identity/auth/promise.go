package auth

import (
	"time"

	"rollbook/web/roll"
)

// turnKept is how long a person may use their turn after it has come.
const turnKept = 10 * time.Minute

// await lets a try continue if it need not wait, or if its promised turn has come. Otherwise it refuses the try
// and promises a turn: a later try with the same key passes at that time, whatever others do. With one shared
// wait, the most frequent caller would block all others. A turn is stored as its wait in seconds, with the time of
// its start.
func await(promised roll.Tries, wait time.Duration, now time.Time) (after roll.Tries, refused *ThrottledError) {
	comes := promised.Last.Add(time.Duration(promised.Count) * time.Second)
	left, over := comes.Sub(now), promised.Count == 0 || now.Sub(comes) > turnKept
	switch {
	case wait <= 0:
		return roll.Tries{}, nil
	case !over && left > 0:
		return promised, throttled(min(left, wait))
	case !over:
		// It is used up. Another try at the same moment waits for a turn of its own.
		return roll.Tries{Count: 1, Last: now.Add(-2 * turnKept)}, nil
	}
	refused = throttled(wait)
	return roll.Tries{Count: int(refused.RetryAfter / time.Second), Last: now}, refused
}
