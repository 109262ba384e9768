package vault

import (
	"fmt"
	"log/slog"
)

const hidden = "[hidden]"

// redacted prints the same word in every way. Types of this package that contain a secret embed it.
type redacted struct{}

// String returns the placeholder of every secret.
func (redacted) String() string { return hidden }

// GoString returns the placeholder of every secret.
func (redacted) GoString() string { return hidden }

// Format writes the placeholder of every secret, for every verb.
func (redacted) Format(state fmt.State, _ rune) {
	// A Formatter cannot report an error of its writer.
	_, _ = state.Write([]byte(hidden))
}

// LogValue returns the placeholder of every secret.
func (redacted) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON returns the placeholder of every secret, quoted.
func (redacted) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// MarshalText returns the placeholder of every secret.
func (redacted) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Secret is a value that cannot print itself. The zero Secret is the empty text.
type Secret struct {
	redacted
	// A pointer: package fmt calls no methods on the unexported fields of other
	// types and would print a string there, but prints a pointer as an address.
	value *string
}

// NewSecret wraps a value so that it cannot be printed.
func NewSecret(value string) Secret { return Secret{value: &value} }

// Reveal returns the value itself.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Empty reports whether the value is the empty text.
func (s Secret) Empty() bool { return s.Reveal() == "" }
