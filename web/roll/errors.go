package roll

import (
	"errors"
	"fmt"
)

// Kind classifies errors by the possible next step of the person or the program.
type Kind string

// The kinds of errors.
const (
	// Malformed: the request cannot be read.
	Malformed Kind = "malformed"
	// Meaningless: the request is readable but makes no sense.
	Meaningless Kind = "meaningless"
	// NotFound: the thing does not exist, or this person may not see it.
	NotFound Kind = "not_found"
	// Forbidden: the person's role does not allow it.
	Forbidden Kind = "forbidden"
	// Stale: the page behind the request is out of date.
	Stale Kind = "stale"
	// Unkept: the store could not save it. A retry may help.
	Unkept Kind = "unkept"
	// Internal: everything else. Its text is not for people.
	Internal Kind = "internal"
)

// MessageKey is the key of a message in the catalogue, such as "roll.save_as".
type MessageKey string

// Error is an error that people see. Message is a key of the catalogue, Values are its placeholders in pairs.
type Error struct {
	Kind    Kind
	Message MessageKey
	Values  []any
	// Err is the cause, for the log only.
	Err error
}

// Problem makes an Error without a cause. Values are the placeholders of the message in pairs.
func Problem(kind Kind, message MessageKey, values ...any) *Error {
	return &Error{Kind: kind, Message: message, Values: values}
}

// Because returns a copy of the error with the cause.
func (e *Error) Because(cause error) *Error {
	caused := *e
	caused.Err = cause
	return &caused
}

// Error returns the text for the log.
func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("%s: %s", e.Kind, e.Message)
	}
	return fmt.Sprintf("%s: %s: %v", e.Kind, e.Message, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the first Error in err's chain, or Internal.
func KindOf(err error) Kind {
	if problem, ok := errors.AsType[*Error](err); ok {
		return problem.Kind
	}
	return Internal
}
