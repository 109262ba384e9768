package apiclient

import (
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

const (
	readRetries      = 2
	retryDelay       = 200 * time.Millisecond
	maxRetryDelay    = 2 * time.Second
	breakerThreshold = 5
	breakerDelay     = 30 * time.Second
)

// readBreaker repeats reads that failed for a passing reason, and after five such failures running
// lets none through for 30 s.
type readBreaker struct {
	executor failsafe.Executor[reply]
}

func newReadBreaker() readBreaker {
	breaker := circuitbreaker.NewBuilder[reply]().
		HandleIf(isPassing).
		WithFailureThreshold(breakerThreshold).
		WithDelay(breakerDelay).
		Build()
	return readBreaker{executor: failsafe.With[reply](newRetry(), breaker)}
}

// newPatientReads repeats reads as [newReadBreaker] does, and lets each through.
func newPatientReads() readBreaker {
	return readBreaker{executor: failsafe.With[reply](newRetry())}
}

func newRetry() retrypolicy.RetryPolicy[reply] {
	return retrypolicy.NewBuilder[reply]().
		HandleIf(isPassing).
		WithMaxRetries(readRetries).
		WithBackoff(retryDelay, maxRetryDelay).
		WithJitterFactor(0.2).
		ReturnLastFailure().
		Build()
}
