package command

import (
	"context"
	"time"
)

// stopsWithin limits the time from the signal to the end of the process. With the last lines of its log it
// stays below the 10 seconds after which Docker kills.
const stopsWithin = 7500 * time.Millisecond

// endWithin calls late when limit has passed after the end of the context, unless done was called before.
func endWithin(ctx context.Context, limit time.Duration, late func()) (done func()) {
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-ended:
		case <-time.After(limit):
			late()
		}
	})
	return func() { stop(); close(ended) }
}
