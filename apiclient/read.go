package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

const (
	readDeadline = 15 * time.Second // one call
	listDeadline = 60 * time.Second // all pages of a list, with repeats
	maxReadBytes = 16 << 20
	// maxCommas bounds the values of an answer: [1,1,1,... would become fifty times its size in memory.
	maxCommas = 1_000_000
)

// get makes one reading call, repeated twice where the failure may pass. Its errors are of type *Error.
func (c *Client) get(ctx context.Context, call, target string) (reply, error) {
	answer, err := c.breaker.executor.WithContext(ctx).Get(func() (reply, error) {
		return c.getOnce(ctx, call, target)
	})
	if failure, ok := errors.AsType[*Error](err); ok {
		return answer, failure
	}
	if errors.Is(err, circuitbreaker.ErrOpen) {
		return answer, &Error{Kind: NotSent, Reason: ReasonPaused, Call: call, cause: err}
	}
	if err != nil {
		return answer, &Error{Kind: NotSent, Reason: ReasonOther, Call: call, cause: c.redactor.err(err)}
	}
	return answer, nil
}

func (c *Client) getOnce(ctx context.Context, call, target string) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, readDeadline)
	defer cancel()
	answer, err := c.perform(ctx, c.transport.reads, request{
		call: call, method: http.MethodGet, target: target, limit: maxReadBytes,
	})
	if err != nil {
		failure := &Error{Kind: Unknown, Call: call, Exchange: answer.exchange, cause: c.redactor.err(err)}
		if connecting, ok := errors.AsType[*connectError](err); ok {
			failure.Kind, failure.Reason = NotSent, connecting.reason
		}
		return answer, failure
	}
	if failure := answer.statusError(call); failure != nil {
		return answer, failure
	}
	if answer.broken != nil {
		return answer, answer.unreadable(call, "the answer ends early", c.redactor.err(answer.broken))
	}
	return answer, nil
}

// isPassing tells whether a read may succeed when it is made again right away.
func isPassing(_ reply, err error) bool {
	failure, ok := errors.AsType[*Error](err)
	if !ok || failure.RetryAfter > 0 || errors.Is(err, context.Canceled) {
		return false
	}
	if _, tooLarge := errors.AsType[*tooLargeError](err); tooLarge {
		return false
	}
	switch failure.Reason {
	case ReasonCertificate, ReasonTLS, ReasonForbiddenAddress, ReasonRequest, ReasonPaused:
		return false
	case ReasonDNS, ReasonRefused, ReasonProxy, ReasonFence, ReasonOther:
	}
	return failure.Kind == Unknown || failure.Kind == NotSent
}

// decode reads a whole JSON document with its numbers as they are written.
func decode(body []byte) (any, error) {
	if bytes.Count(body, []byte(",")) > maxCommas {
		return nil, fmt.Errorf("more than %d values", maxCommas)
	}
	decoder := json.NewDecoder(bytes.NewReader(withoutByteOrderMark(body)))
	decoder.UseNumber()
	var document any
	if err := decoder.Decode(&document); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not JSON: more follows after its end")
	}
	return document, nil
}
