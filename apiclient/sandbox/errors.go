package sandbox

import (
	"errors"
	"fmt"
	"net/http"
)

// Kind classifies the errors of this package's Go API.
type Kind string

// The kinds of errors. An error of another origin (a full disk, a closed service) has the kind KindInternal.
const (
	KindInternal    Kind = "internal"
	KindInvalid     Kind = "invalid"       // an argument that can never be right
	KindNotFound    Kind = "not found"     // no such school, key, enrolment or status
	KindTooManyKeys Kind = "too many keys" // the school has its five active keys (section 5, rule 7)
	KindTaken       Kind = "taken"         // a school with this code exists
	KindForeignFile Kind = "foreign file"  // the data file belongs to another program or version
)

// Error is an error that a caller can correct: a kind for programs, a message for people.
type Error struct {
	Kind    Kind
	Message string
	// status answers a request with this error. The service document shows only 401 and no error body: every
	// other status is the sandbox's own.
	status int
	allow  string // for a 405: the methods of the path
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// KindOf returns the kind of err, KindInternal for an error of another origin, and "" for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	if known, ok := errors.AsType[*Error](err); ok {
		return known.Kind
	}
	return KindInternal
}

func errorf(kind Kind, status int, format string, arguments ...any) error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, arguments...), status: status}
}

func invalid(format string, arguments ...any) error {
	return errorf(KindInvalid, http.StatusBadRequest, format, arguments...)
}

func notFound(format string, arguments ...any) error {
	return errorf(KindNotFound, http.StatusNotFound, format, arguments...)
}

// refuse returns the refusal of a request.
func refuse(status int, format string, arguments ...any) error {
	return errorf(KindInvalid, status, format, arguments...)
}
