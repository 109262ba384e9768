package apiclient

import (
	"fmt"
	"strings"
	"time"
)

// Kind tells what an unsuccessful call means: above all whether the service can have applied it.
type Kind int

const (
	// NotSent means: no byte of the request was written. Nothing can have been applied.
	NotSent Kind = iota + 1
	// Unknown means: the service may have applied it, or may still do so.
	Unknown
	// Unauthorized means: the service refuses the credentials (401, whatever the text; service document,
	// section 7). Nothing was applied.
	Unauthorized
	// TooManyRequests means: the service asks to wait (429). Nothing was applied.
	TooManyRequests
	// Rejected means: the service refuses what was asked (400, 409, 413, 422). Nothing was applied.
	Rejected
	// Misconfigured means: what answered is not the service's call (3xx and every other 4xx). Redirects are
	// never followed.
	Misconfigured
	// Gone means: a student of a save is perhaps not there any more, or the save's call itself is not (404
	// and 410, whatever the body). Nothing was applied.
	Gone
)

// String returns the kind's name in lower case words.
func (k Kind) String() string {
	names := [...]string{"none", "not sent", "unknown", "unauthorized", "too many requests", "rejected", "misconfigured", "gone"}
	if k < 0 || int(k) >= len(names) {
		return "invalid kind"
	}
	return names[k]
}

// Reason tells why nothing was sent. It is empty for every other [Kind].
type Reason string

// The reasons for [NotSent].
const (
	ReasonDNS              Reason = "dns"               // the name has no address, or no name server answers
	ReasonRefused          Reason = "refused"           // nothing listens there
	ReasonCertificate      Reason = "certificate"       // expired, for another name, or by an unknown authority
	ReasonTLS              Reason = "tls"               // the secure connection failed otherwise
	ReasonForbiddenAddress Reason = "forbidden address" // private or reserved and not allowed
	ReasonProxy            Reason = "proxy"             // the outbound proxy failed or refused
	ReasonFence            Reason = "fence"             // the connection stood too late to begin
	ReasonPaused           Reason = "paused"            // reads only: too many failures running, try again later
	ReasonRequest          Reason = "request"           // what was asked cannot be a request
	ReasonOther            Reason = "other"             // anything else, a time-out on connecting for example
)

// Error is every unsuccessful call of this package.
type Error struct {
	Kind   Kind
	Reason Reason
	// Call names what was tried, "save daily attendance" for example.
	Call string
	// Status is the answer's HTTP status, 0 when there was none.
	Status int
	// RetryAfter is the wait that the service asks for (429 and 503), 0 when it does not say one
	// readably. It is at most 24 hours; callers set their own limit.
	RetryAfter time.Duration
	// Exchange shows the request and the answer.
	Exchange Exchange

	detail string
	cause  error
}

// Error tells what failed in one line, without the key and without the answer's body.
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

// Unwrap returns the cause, where there is one.
func (e *Error) Unwrap() error { return e.cause }

// Detail tells in a few words what was wrong with an answer, empty when its status says it all.
func (e *Error) Detail() string { return e.detail }
