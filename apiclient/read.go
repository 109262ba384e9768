package apiclient

import (
	"context"
	"errors"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

// Read sends one GET and repeats it twice when the failure may pass. After five such failures in a row it
// refuses calls for half a minute. The target is path and query under the base address, see [CheckTarget];
// call names it in errors. The reply is a whole successful answer of at most 16 MiB;
// [document.Decode] limits its values, names and depth. Every error is an [*Error].
func (c *Client) Read(ctx context.Context, call, target string) (Reply, error) {
	if err := CheckTarget(target); err != nil {
		return Reply{}, &Error{Kind: NotSent, Reason: ReasonRequest, Call: call, cause: err}
	}
	answer, err := c.breaker.executor.WithContext(ctx).Get(func() (Reply, error) {
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
