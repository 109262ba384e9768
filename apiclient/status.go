package apiclient

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

const maxRetryAfter = 24 * time.Hour

// statusKind tells what an HTTP status means; 0 for success. The service documents 200 and 401 only
// (service document, section 7); the others have their general meaning, and where that leaves open
// whether something was applied, they are [Unknown].
func statusKind(status int) Kind {
	switch {
	case status >= 200 && status < 300:
		return 0
	case status == http.StatusUnauthorized:
		return Unauthorized
	case status == http.StatusTooManyRequests:
		return TooManyRequests
	case status == http.StatusRequestTimeout, status == http.StatusTooEarly:
		return Unknown
	case status == http.StatusBadRequest, status == http.StatusConflict,
		status == http.StatusRequestEntityTooLarge, status == http.StatusUnprocessableEntity:
		return Rejected
	case status >= 300 && status < 500:
		return Misconfigured
	default:
		return Unknown
	}
}

// retryAfter reads Retry-After (RFC 9110, section 10.2.3) of a 429 or 503. A date counts from the
// answer's own Date where it has one, so that two clocks need not agree. What is unreadable or past is 0.
func retryAfter(status int, header http.Header, now time.Time) time.Duration {
	if status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable {
		return 0
	}
	text := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(text, 10, 64); err == nil {
		return time.Duration(min(seconds, uint64(maxRetryAfter/time.Second))) * time.Second
	}
	until, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		now = date
	}
	return min(max(until.Sub(now), 0), maxRetryAfter)
}
