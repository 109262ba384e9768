package part

import (
	"cmp"

	"rollbook/web/connecting/readings"
	"rollbook/web/language"
)

// Credentials holds the fields of a form that adds or connects a school. The key's field is always empty:
// Rollbook never sends a key to a browser.
type Credentials struct {
	Words *language.Words
	// About is the prefix of the fields' ids.
	About string
	// Typed holds the values of the fields.
	Typed readings.Typed
	// Refused is the field that was refused and Why the word that selects the sentence; both are empty if
	// none was refused.
	Refused readings.Field
	Why     string
	// Begun is the field that has the focus; it may be empty. A refused field takes precedence.
	Begun readings.Field
	// KeyHelp explains the key; KeyKept is true if the key may be left empty.
	KeyHelp string
	KeyKept bool
}

// focus returns the field that has the focus.
func (c Credentials) focus() readings.Field { return cmp.Or(c.Refused, c.Begun) }

// isRequired reports whether the field must not be empty. Rollbook makes an empty short name from the name.
func (c Credentials) isRequired(field readings.Field) bool {
	return field != readings.Slug && (field != readings.KeyItem || !c.KeyKept)
}

// help returns the ids of the elements that explain the field.
func (c Credentials) help(field string) string {
	if c.Refused == field {
		return "wrong-" + field + " help-" + field
	}
	return "help-" + field
}
