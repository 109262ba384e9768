package apiclient

import (
	"net/http"
	"time"
)

// Bounded returns an HTTP client for other servers than a school's service. Its calls have no credentials and lead only
// where the guard allows. They end after the time, follow no redirect, and read at most that many bytes of an answer.
func (t *Transport) Bounded(within time.Duration, most int64) *http.Client {
	return &http.Client{
		Transport: boundedTransport{t.reads, most}, Timeout: within,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// boundedTransport ends the bodies of answers after most bytes.
type boundedTransport struct {
	transport *http.Transport
	most      int64
}

// RoundTrip makes one call.
func (b boundedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.transport.RoundTrip(r)
	if err == nil {
		response.Body = http.MaxBytesReader(nil, response.Body, b.most)
	}
	return response, err
}
