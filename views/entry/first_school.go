package entry

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/connecting/readings"
)

// NotSetUpView says that nobody has set the program up yet, and nothing else.
type NotSetUpView struct{ layout.Page }

// FirstSchoolView is the page on which the first admin adds the first school. Its form is posted to
// Paths.FirstSchool with all fields of readings.Typed.
type FirstSchoolView struct {
	layout.Page
	// Typed holds what was typed, besides the key, which no page ever holds.
	Typed readings.Typed
	// Refused names the field that was refused, and Why the word for its sentence, one of those of a
	// connection; both are empty where nothing was.
	Refused readings.Field
	Why     string
}

func (v *FirstSchoolView) credentials() part.Credentials {
	return part.Credentials{Words: v.Words, About: "school", Typed: v.Typed, Refused: v.Refused, Why: v.Why, KeyHelp: v.Words.Text("first_school.key_help")}
}
