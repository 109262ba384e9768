package language

import (
	"strings"

	"rollbook/web/roll"
)

// Key is the key of a text in the catalogue.
type Key = roll.MessageKey

// Either returns the first key if it applies, and otherwise the other.
func Either(applies bool, first, other Key) Key {
	if applies {
		return first
	}
	return other
}

// Family is the common beginning of keys that end with a value known to the program. Keys are composed only
// here.
type Family string

// Of returns the key for a value.
func (f Family) Of(value string) Key { return Key(string(f) + value) }

// Value returns the value at the end of the key, or false for a key of another family.
func (f Family) Value(key Key) (value string, ok bool) {
	return strings.CutPrefix(string(key), string(f))
}
