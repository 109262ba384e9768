package apiclient

import (
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
)

// Key is the API key of one school (service document, section 5). It does not print itself: every usual way
// of turning it into text gives its masked form, with only the last four characters of the key. [Key.Reveal]
// returns the key itself.
//
// The zero Key is empty.
type Key struct {
	// A closure, because packages that print by reflection follow strings and pointers.
	reveal func() string
}

// NewKey wraps a key as the service issued it.
func NewKey(value string) Key {
	return Key{reveal: func() string { return value }}
}

// Reveal returns the key itself. Only code that sends or seals the key needs it.
func (k Key) Reveal() string {
	if k.reveal == nil {
		return ""
	}
	return k.reveal()
}

// IsZero reports whether the key is empty.
func (k Key) IsZero() bool { return k.Reveal() == "" }

// Equal compares two keys in a time that does not depend on where they differ.
func (k Key) Equal(other Key) bool {
	return subtle.ConstantTimeCompare([]byte(k.Reveal()), []byte(other.Reveal())) == 1
}

// Masked returns the form in which the service itself lists keys: only the last four characters are visible.
// It masks a key of fewer than twelve characters completely.
func (k Key) Masked() string { return mask(k.Reveal()) }

// String returns the masked form.
func (k Key) String() string { return k.Masked() }

// GoString returns the masked form.
func (k Key) GoString() string { return k.Masked() }

// Format writes the masked form for every verb.
func (k Key) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, k.Masked()) }

// LogValue returns the masked form.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.Masked()) }

// MarshalJSON writes the masked form as a string.
func (k Key) MarshalJSON() ([]byte, error) { return json.Marshal(k.Masked()) }

// MarshalText writes the masked form.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.Masked()), nil }

const (
	maskedTail    = 4
	shortestShown = 12
	maskPrefix    = "****"
)

func mask(value string) string {
	switch {
	case value == "":
		return ""
	case len(value) < shortestShown:
		return maskPrefix
	default:
		return maskPrefix + value[len(value)-maskedTail:]
	}
}
