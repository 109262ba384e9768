package part

import (
	"rollbook/web/language"
	"rollbook/web/readings"
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
	// KeyHelp explains the key; KeyKept tells that it may be left out.
	KeyHelp string
	KeyKept bool
}

// help are the ids of what explains the field.
func (c Credentials) help(field string) string {
	if c.Refused == field {
		return "wrong-" + field + " help-" + field
	}
	return "help-" + field
}
