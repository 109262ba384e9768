package apiclient

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"

	"rollbook/apiclient/document"
)

// Read sends one GET and repeats it twice when the failure may pass. After five such failures in a row it
// refuses calls for half a minute. The target is path and query under the base address, see [CheckTarget];
// call names it in errors. The reply is a whole successful answer of at most 16 MiB;
// [document.Decode] limits its values, names and depth. Every error is an [*Error].
func (c *Client) Read(ctx context.Context, call, target string) (Reply, error) {
	answer, err := c.reads.WithContext(ctx).Get(func() (Reply, error) {
		return c.readWhenAsked(ctx, call, target)
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

// isPassing reports whether the same read may succeed right away.
func isPassing(_ Reply, err error) bool {
	failure, ok := errors.AsType[*Error](err)
	if !ok || failure.RetryAfter > 0 || errors.Is(err, context.Canceled) || errors.Is(err, errTooLarge) {
		return false
	}
	switch failure.Reason {
	case ReasonCertificate, ReasonTLS, ReasonForbiddenAddress, ReasonRequest, ReasonPaused:
		return false
	case ReasonDNS, ReasonRefused, ReasonProxy, ReasonFence, ReasonOther:
	}
	return failure.Kind == Unknown || failure.Kind == NotSent
}

// The limits of the waits that a service may ask of a read (Retry-After, RFC 9110, section 10.2.3).
const (
	maxAskedWait  = 10 * time.Second
	maxAskedWaits = 3
)

// readWhenAsked sends one GET, and another after each short wait that the service asks for, if the context lasts
// longer.
func (c *Client) readWhenAsked(ctx context.Context, call, target string) (Reply, error) {
	for waits := 0; ; waits++ {
		reply, err := c.readOnce(ctx, call, target)
		failure, _ := errors.AsType[*Error](err)
		if failure == nil || failure.RetryAfter == 0 || failure.RetryAfter > maxAskedWait || waits == maxAskedWaits {
			return reply, err
		}
		if deadline, ends := ctx.Deadline(); ends && time.Until(deadline) <= failure.RetryAfter {
			return reply, err
		}
		timer := time.NewTimer(failure.RetryAfter)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return reply, err
		}
	}
}

func (c *Client) readOnce(ctx context.Context, call, target string) (Reply, error) {
	if err := CheckTarget(target); err != nil {
		return Reply{}, &Error{Kind: NotSent, Reason: ReasonRequest, Call: call, cause: err}
	}
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

const (
	readRetries      = 2
	retryDelay       = 200 * time.Millisecond
	maxRetryDelay    = 2 * time.Second
	breakerThreshold = 5
	breakerDelay     = 30 * time.Second
)

// newBreaker makes a breaker that refuses all reads for 30 s after five failures in a row for a passing reason.
func newBreaker() circuitbreaker.CircuitBreaker[Reply] {
	return circuitbreaker.NewBuilder[Reply]().
		HandleIf(isPassing).
		WithFailureThreshold(breakerThreshold).
		WithDelay(breakerDelay).
		Build()
}

// Patient returns a client that repeats reads in the same way but never refuses one after failures.
func (c *Client) Patient() *Client {
	patient := *c
	patient.reads = failsafe.With[Reply](newRetry())
	return &patient
}

func newRetry() retrypolicy.RetryPolicy[Reply] {
	return retrypolicy.NewBuilder[Reply]().
		HandleIf(isPassing).
		WithMaxRetries(readRetries).
		WithBackoff(retryDelay, maxRetryDelay).
		WithJitterFactor(0.2).
		ReturnLastFailure().
		Build()
}

// Look is one answer of the service. Exchange and Shown are for people and do not contain the key. Document
// is unredacted: pass it through [Client.Redact] before showing any of it.
type Look struct {
	Exchange Exchange
	// Shown is the answer for people, at most 8 KiB. For JSON it is the first 64 KiB, indented, with lists
	// cut to their first items and long texts to their beginnings.
	Shown string
	// Document is the decoded answer, completed by [document.Complete], with numbers as json.Number.
	Document any
	// Answer is the page, for reading the signs of its list's length. Its Items are not filled yet. It is
	// unredacted too.
	Answer document.Answer
}

// Look sends one GET, and a second one only after a short wait that the service asks for. Call and target are
// those of [Client.Read]. An answer without content (204) has no Document. Its errors are of type *[Error]; a Look
// returned with an error still shows request and answer.
func (c *Client) Look(ctx context.Context, call, target string) (Look, error) {
	reply, err := c.readWhenAsked(ctx, call, target)
	look := Look{Exchange: reply.Exchange, Shown: c.redactor.shown(reply.Body)}
	if err != nil {
		return look, err
	}
	if reply.status == http.StatusNoContent {
		return look, nil
	}
	decoded, err := document.Decode(reply.Body)
	if err != nil {
		return look, c.Unreadable(reply, call, "the answer cannot be read", err)
	}
	look.Document = document.Complete(decoded)
	look.Answer = reply.Answer(look.Document)
	return look, nil
}

// Answer returns the reply with its decoded and completed body, for reading the signs of its list's length.
func (r Reply) Answer(body any) document.Answer {
	return document.Answer{Body: body, Status: r.status, Header: r.header, Next: r.NextLink()}
}

// Redact removes the key from text that came from the service.
func (c *Client) Redact(text string) string { return c.redactor.text(text) }

// The limits of the parts of an answer that a [Look] shows, in bytes.
const (
	maxLooked = 64 << 10
	maxShown  = 8 << 10
)

// shown writes a body for people. It removes the key before and after, since JSON can spell it in several
// ways.
func (r redactor) shown(body []byte) string {
	body = document.WithoutByteOrderMark(body)
	cut := len(body) > maxLooked
	text, _ := r.cut(string(body[:min(len(body), maxLooked)]), maxLooked, cut)
	shown, isJSON := document.Shown(text)
	if !isJSON {
		text, _ = r.cut(text, maxShown, cut)
		return text
	}
	text, cut = r.cut(shown, maxShown, false)
	if cut {
		text += "\n..."
	}
	return text
}
