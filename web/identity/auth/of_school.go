package auth

import (
	"context"
	"fmt"
	"time"
)

// The limits of wrong passwords on unknown devices over all accounts of a school, from any address. 200
// people who each mistype once on a new device within one minute stay below them.
const (
	freeOfSchool         = 300
	oneMoreOfSchoolAfter = forgetting(10 * time.Second)
)

// Beyond them each try waits for its own turn. With one shared wait, the most frequent caller would block all
// others.
const (
	firstTurn   = 30 * time.Second
	longestTurn = 5 * time.Minute
	// moreForTurn is the number of further tries that lengthen the wait by firstTurn.
	moreForTurn = 20
	// turnKept is how long a person may use their turn after it has come.
	turnKept = 10 * time.Minute
)

// ofSchool counts the tries of a school. It never refuses one itself: see await.
type ofSchool struct{ forgetting }

func (ofSchool) wait(Failures, time.Time) time.Duration { return 0 }

// turn returns how long a try waits for its turn, or zero below the limit.
func (o ofSchool) turn(failures Failures, now time.Time) time.Duration {
	beyond := o.left(failures, now).Count - freeOfSchool
	if beyond < 0 {
		return 0
	}
	return min(firstTurn*time.Duration(1+beyond/moreForTurn), longestTurn)
}

// await lets a try continue if its turn has come or it needs none. Otherwise it refuses the try and reserves
// a turn: a later try with the same name from the same network passes at that time, whatever others do.
func (s *SignIn) await(ctx context.Context, counters []counter, turn string) error {
	now, wait := s.instant(), time.Duration(0)
	for _, one := range counters {
		school, ok := one.limit.(ofSchool)
		if !ok {
			continue
		}
		failures, err := s.failures(ctx, one)
		if err != nil {
			return err
		}
		wait = max(wait, school.turn(failures, now))
	}
	if wait == 0 {
		return nil
	}
	// A turn is stored as its wait in seconds, with the time of its start.
	promised, err := s.attempts.Failures(ctx, turn)
	if err != nil {
		return fmt.Errorf("read whose turn it is: %w", err)
	}
	comes := promised.Last.Add(time.Duration(promised.Count) * time.Second)
	if left := comes.Sub(now); promised.Count > 0 && left > 0 {
		return throttled(left)
	}
	// The next try waits for its own turn, even one made at the same moment.
	taken, err := s.attempts.SwapFailures(ctx, turn, promised, Failures{Count: int(wait / time.Second), Last: now})
	if err != nil {
		return fmt.Errorf("keep whose turn it is: %w", err)
	}
	if taken && promised.Count > 0 && now.Sub(comes) <= turnKept {
		return nil
	}
	return throttled(wait)
}
