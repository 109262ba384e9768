package apiclient

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Kind classifies a failed call, above all by whether the service can have applied it.
type Kind int

const (
	// NotSent means that no byte of the request was written. The service has applied nothing.
	NotSent Kind = iota + 1
	// Unknown means that the service may have applied the request, or may still apply it.
	Unknown
	// Unauthorized means that the service refused the credentials (401, whatever the text; service document,
	// section 7). It has applied nothing.
	Unauthorized
	// TooManyRequests means that the service asks to wait (429). It has applied nothing.
	TooManyRequests
	// Rejected means that the service refused the request (400, 409, 413, 422). It has applied nothing.
	Rejected
	// Misconfigured means that the address is not the service's call (3xx and every other 4xx). Redirects are
	// never followed.
	Misconfigured
	// Gone means that the service no longer knows a student of the save, or the save's call itself (404 and
	// 410, whatever the body). It has applied nothing.
	Gone
)

// String returns the kind in lower-case words.
func (k Kind) String() string {
	names := strings.Split("none,not sent,unknown,unauthorized,too many requests,rejected,misconfigured,gone", ",")
	if k < 0 || int(k) >= len(names) {
		return "invalid kind"
	}
	return names[k]
}

// Reason explains why nothing was sent. It is empty for every other [Kind].
type Reason string

// The reasons for [NotSent].
const (
	ReasonDNS              Reason = "dns"               // the name has no address, or no name server answers
	ReasonRefused          Reason = "refused"           // nothing listens there
	ReasonCertificate      Reason = "certificate"       // expired, for another name, or by an unknown authority
	ReasonTLS              Reason = "tls"               // the secure connection failed otherwise
	ReasonForbiddenAddress Reason = "forbidden address" // private or reserved and not allowed
	ReasonProxy            Reason = "proxy"             // the outbound proxy failed or refused
	ReasonFence            Reason = "fence"             // the connection was ready too late to begin
	ReasonPaused           Reason = "paused"            // reads only: too many failures running, try again later
	ReasonRequest          Reason = "request"           // the call's arguments make no valid request
	ReasonOther            Reason = "other"             // anything else, such as a time-out on connecting
)

// Error is returned by every failed call of this package.
type Error struct {
	Kind   Kind
	Reason Reason
	// Call names the call, for example "save daily attendance".
	Call string
	// Status is the answer's HTTP status, 0 when there was none.
	Status int
	// RetryAfter is the wait that the service asks for (429 and 503), at most 24 hours. It is 0 when the
	// header is missing or unreadable. Callers set their own limit.
	RetryAfter time.Duration
	// Exchange shows the request and the answer.
	Exchange Exchange

	detail string
	cause  error
}

// Error describes the failure in one line, without the key and without the body of the answer.
func (e *Error) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s", e.Call, e.Kind)
	if e.Reason != "" {
		fmt.Fprintf(&text, " (%s)", e.Reason)
	}
	if e.Status != 0 {
		fmt.Fprintf(&text, ", status %d", e.Status)
	}
	if e.detail != "" {
		fmt.Fprintf(&text, ": %s", e.detail)
	}
	if e.cause != nil {
		fmt.Fprintf(&text, ": %s", e.cause)
	}
	return text.String()
}

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error { return e.cause }

// Detail describes briefly what was wrong with an answer. It is empty when the status says enough.
func (e *Error) Detail() string { return e.detail }

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
