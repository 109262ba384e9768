package auth

import (
	"context"
	"fmt"
	"time"

	"rollbook/web/roll"
)

// turnKept is how long a person may use their turn after it has come.
const turnKept = 10 * time.Minute

// await lets a try continue if it need not wait, or if its promised turn has come. Otherwise it refuses the try
// and promises a turn: a later try with the same key passes at that time, whatever others do. With one shared
// wait, the most frequent caller would block all others.
func (s *SignIn) await(ctx context.Context, wait time.Duration, turn string) error {
	// A turn is stored as its wait in seconds, with the time of its start.
	promised, err := s.store.Failures(ctx, turn)
	if err != nil {
		return fmt.Errorf("read whose turn it is: %w", err)
	}
	if wait <= 0 {
		return s.unpromise(ctx, promised, turn)
	}
	now := s.instant()
	comes := promised.Last.Add(time.Duration(promised.Count) * time.Second)
	left, over := comes.Sub(now), promised.Count == 0 || now.Sub(comes) > turnKept
	if !over && left > 0 {
		return throttled(min(left, wait))
	}
	refused := throttled(wait)
	after := roll.Tries{Count: int(refused.RetryAfter / time.Second), Last: now}
	if !over {
		// It is used up. Another try at the same moment waits for a turn of its own.
		after = roll.Tries{Count: 1, Last: now.Add(-2 * turnKept)}
	}
	taken, err := s.store.SwapFailures(ctx, turn, promised, after)
	if err != nil {
		return fmt.Errorf("keep whose turn it is: %w", err)
	}
	if taken && !over {
		return nil
	}
	return refused
}

// unpromise deletes the turn of a try that needed none.
func (s *SignIn) unpromise(ctx context.Context, promised roll.Tries, turn string) error {
	if promised.Count == 0 {
		return nil
	}
	if err := s.store.ClearFailures(ctx, turn); err != nil {
		return fmt.Errorf("clear the turn of a try: %w", err)
	}
	return nil
}
