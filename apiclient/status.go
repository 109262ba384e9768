package apiclient

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

const maxRetryAfter = 24 * time.Hour

// statusKind returns the kind of an HTTP status, 0 for success. The service documents only 200 and 401
// (service document, section 7). The others have their general meaning; a status that leaves open whether the
// service applied the request is [Unknown].
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

// retryAfter reads Retry-After (RFC 9110, section 10.2.3) of a 429 or 503. It counts a date from the answer's
// own Date header, if any, so that the two clocks need not agree. It returns 0 for an unreadable or past
// value.
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
