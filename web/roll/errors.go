package roll

import (
	"errors"
	"fmt"
)

// Kind tells errors apart by what the person, or the program, may do next.
type Kind string

// The kinds of errors.
const (
	// Malformed: the request cannot be read.
	Malformed Kind = "malformed"
	// Meaningless: it can be read and cannot be meant.
	Meaningless Kind = "meaningless"
	// NotFound: there is no such thing, or it is not this person's to see.
	NotFound Kind = "not_found"
	// Forbidden: the person's role does not include it.
	Forbidden Kind = "forbidden"
	// Stale: the page that it came from shows what no longer holds.
	Stale Kind = "stale"
	// Unkept: the store could not keep it; trying again may help.
	Unkept Kind = "unkept"
	// Internal: everything else; its text is not for people.
	Internal Kind = "internal"
)

// MessageKey names an entry of the catalogue, such as "roll.save_as".
type MessageKey string

// Error is an error that people are told about. Message names an entry of the
// catalogue, Values are its placeholders in pairs.
type Error struct {
	Kind    Kind
	Message MessageKey
	Values  []any
	// Err is the cause, for the log only.
	Err error
}

// Problem is an error for people: a kind, an entry of the catalogue and the
// values of its placeholders in pairs.
func Problem(kind Kind, message MessageKey, values ...any) *Error {
	return &Error{Kind: kind, Message: message, Values: values}
}

// Because is the same error with its cause.
func (e *Error) Because(cause error) *Error {
	caused := *e
	caused.Err = cause
	return &caused
}

// Error is the text for the log.
func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("%s: %s", e.Kind, e.Message)
	}
	return fmt.Sprintf("%s: %s: %v", e.Kind, e.Message, e.Err)
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// KindOf is the kind of the first Error in err's chain, Internal when there is none.
func KindOf(err error) Kind {
	var problem *Error
	if errors.As(err, &problem) {
		return problem.Kind
	}
	return Internal
}
