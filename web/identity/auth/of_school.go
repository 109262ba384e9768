package auth

import (
	"context"
	"fmt"
	"time"
)

// The wrong passwords on strange devices over all accounts of a school, from wherever they come. 200
// people who each mistype once on a new device, all within one minute, stay below.
const (
	freeOfSchool         = 300
	oneMoreOfSchoolAfter = forgetting(10 * time.Second)
)

// Beyond those each try waits for a turn of its own: if all shared one wait, the one who tries most
// would keep everybody else out.
const (
	firstTurn   = 30 * time.Second
	longestTurn = 5 * time.Minute
	// moreForTurn is the number of further tries that lengthen the wait by firstTurn.
	moreForTurn = 20
	// turnKept is the time within which somebody may come back for their turn.
	turnKept = 10 * time.Minute
)

// ofSchool counts the tries of a school, and refuses none by itself: see await.
type ofSchool struct{ forgetting }

func (ofSchool) wait(Failures, time.Time) time.Duration { return 0 }

// turn returns how long a try waits for its turn; zero while there are not too many.
func (o ofSchool) turn(failures Failures, now time.Time) time.Duration {
	beyond := o.left(failures, now).Count - freeOfSchool
	if beyond < 0 {
		return 0
	}
	return min(firstTurn*time.Duration(1+beyond/moreForTurn), longestTurn)
}

// await lets a try go on if its turn has come or it needs none. Else it refuses the try; the turn of
// the same name from the same network then comes at the time that it was told, whatever others do.
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
	// A turn is kept as the seconds that it takes, from its time on.
	promised, err := s.attempts.Failures(ctx, turn)
	if err != nil {
		return fmt.Errorf("read whose turn it is: %w", err)
	}
	comes := promised.Last.Add(time.Duration(promised.Count) * time.Second)
	if left := comes.Sub(now); promised.Count > 0 && left > 0 {
		return throttled(left)
	}
	// The next try waits for a turn of its own, also one that is made at the same moment.
	taken, err := s.attempts.SwapFailures(ctx, turn, promised, Failures{Count: int(wait / time.Second), Last: now})
	if err != nil {
		return fmt.Errorf("keep whose turn it is: %w", err)
	}
	if taken && promised.Count > 0 && now.Sub(comes) <= turnKept {
		return nil
	}
	return throttled(wait)
}
