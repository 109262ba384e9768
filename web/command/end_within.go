package command

import (
	"context"
	"time"
)

// stopsWithin bounds the end of a process that was told to stop: with the last words of its
// log still less than the 10 seconds after which Docker kills.
const stopsWithin = 7500 * time.Millisecond

// endWithin calls late so long after the context ends, unless done was called before.
func endWithin(ctx context.Context, limit time.Duration, late func()) (done func()) {
	ended := make(chan struct{})
	go func() {
		select {
		case <-ended:
			return
		case <-ctx.Done():
		}
		timer := time.NewTimer(limit)
		defer timer.Stop()
		select {
		case <-ended:
		case <-timer.C:
			late()
		}
	}()
	return func() { close(ended) }
}
