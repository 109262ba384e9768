package vault

import (
	"fmt"
	"log/slog"
)

const hidden = "[hidden]"

// redacted answers every way of printing with the same word. It is embedded by
// the types of this package that hold a secret.
type redacted struct{}

// String is the word that stands for every secret.
func (redacted) String() string { return hidden }

// GoString is the word that stands for every secret.
func (redacted) GoString() string { return hidden }

// Format writes the word that stands for every secret, whatever the verb.
func (redacted) Format(state fmt.State, _ rune) {
	// A Formatter has nowhere to report that its writer failed.
	_, _ = state.Write([]byte(hidden))
}

// LogValue is the word that stands for every secret.
func (redacted) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON is the word that stands for every secret, quoted.
func (redacted) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// MarshalText is the word that stands for every secret.
func (redacted) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Secret is a value that cannot print itself. The zero Secret is the empty text.
type Secret struct {
	redacted
	// A pointer: package fmt calls no methods on the unexported fields of other
	// types and would print a string there, but prints a pointer as an address.
	value *string
}

// NewSecret keeps the value from being printed.
func NewSecret(value string) Secret { return Secret{value: &value} }

// Reveal is the value itself.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Empty reports whether the value is the empty text.
func (s Secret) Empty() bool { return s.Reveal() == "" }
