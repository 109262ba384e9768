package apiclient

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// The limits of the waits that a service may ask of a read (Retry-After, RFC 9110, section 10.2.3).
const (
	maxAskedWait  = 10 * time.Second
	maxAskedWaits = 3
)

// readWhenAsked sends one GET, and another after each short wait that the service asks for.
func (c *Client) readWhenAsked(ctx context.Context, call, target string) (Reply, error) {
	for waits := 0; ; waits++ {
		reply, err := c.readOnce(ctx, call, target)
		wait := askedWait(err)
		if wait == 0 || waits == maxAskedWaits || !hasTime(ctx, wait) {
			return reply, err
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return reply, err
		}
	}
}

// askedWait returns the wait that the service asks for, 0 for none or for one that is too long.
func askedWait(err error) time.Duration {
	failure, ok := errors.AsType[*Error](err)
	if !ok || failure.RetryAfter > maxAskedWait {
		return 0
	}
	return failure.RetryAfter
}

// hasTime reports whether the context lasts longer than the wait.
func hasTime(ctx context.Context, wait time.Duration) bool {
	deadline, ends := ctx.Deadline()
	return !ends || time.Until(deadline) > wait
}

func (c *Client) readOnce(ctx context.Context, call, target string) (Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, readDeadline)
	defer cancel()
	answer, err := c.perform(ctx, c.transport.reads, request{
		call: call, method: http.MethodGet, target: target, limit: maxReadBytes,
	})
	if err != nil {
		failure := &Error{Kind: Unknown, Call: call, Exchange: answer.Exchange, cause: c.redactor.err(err)}
		if connecting, ok := errors.AsType[*connectError](err); ok {
			failure.Kind, failure.Reason = NotSent, connecting.reason
		}
		return answer, failure
	}
	if failure := answer.statusError(call); failure != nil {
		return answer, failure
	}
	if answer.broken != nil {
		return answer, c.Unreadable(answer, call, "the answer ends early", answer.broken)
	}
	return answer, nil
}

const (
	readDeadline = 15 * time.Second // one call
	maxReadBytes = 16 << 20
)
