package language

import (
	"strings"

	"rollbook/web/roll"
)

// Key names a text of the catalogue.
type Key = roll.MessageKey

// Family is keys that begin alike and end with a value that the program knows. Nobody else puts
// keys together.
type Family string

// Of is the key for a value.
func (f Family) Of(value string) Key { return Key(string(f) + value) }

// Value returns the value that the key ends with; ok is false for a key of another family.
func (f Family) Value(key Key) (value string, ok bool) {
	return strings.CutPrefix(string(key), string(f))
}
