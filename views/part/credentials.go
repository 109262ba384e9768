package part

import (
	"cmp"

	"rollbook/web/connecting/readings"
	"rollbook/web/language"
)

// Credentials are fields of a form by which a school is added or connected. The key's is empty whatever was typed: a
// key is never sent to a browser.
type Credentials struct {
	Words *language.Words
	// About begins the ids of the fields.
	About string
	// Typed holds the values of the fields.
	Typed readings.Typed
	// Refused is the field that was refused, and Why the word for its sentence; both are empty where nothing was.
	Refused readings.Field
	Why     string
	// Begun is the field in which the cursor stands; empty for none. A refused one comes first.
	Begun readings.Field
	// KeyHelp explains the key; KeyKept tells that it may be left out.
	KeyHelp string
	KeyKept bool
}

// focus returns the field in which the cursor stands.
func (c Credentials) focus() readings.Field { return cmp.Or(c.Refused, c.Begun) }

// isRequired reports whether the field cannot be left empty. A short name is then made from the name.
func (c Credentials) isRequired(field readings.Field) bool {
	return field != readings.Slug && (field != readings.KeyItem || !c.KeyKept)
}

// help are the ids of what explains the field.
func (c Credentials) help(field string) string {
	if c.Refused == field {
		return "wrong-" + field + " help-" + field
	}
	return "help-" + field
}
