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

// readBreaker repeats reads that failed for a passing reason. After five such failures in a row it refuses
// all reads for 30 s.
type readBreaker struct {
	executor failsafe.Executor[Reply]
}

func newReadBreaker() readBreaker {
	breaker := circuitbreaker.NewBuilder[Reply]().
		HandleIf(isPassing).
		WithFailureThreshold(breakerThreshold).
		WithDelay(breakerDelay).
		Build()
	return readBreaker{executor: failsafe.With[Reply](newRetry(), breaker)}
}

// Patient returns a client that repeats reads in the same way but never refuses one after failures.
func (c *Client) Patient() *Client {
	patient := *c
	patient.breaker = readBreaker{executor: failsafe.With[Reply](newRetry())}
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
