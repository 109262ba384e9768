package entry

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/connecting/readings"
)

// NotSetUpView is the only page of a program that is not set up yet.
type NotSetUpView struct{ layout.Page }

// FirstSchoolView is the page where the first admin adds the first school. Its form is posted to
// Paths.FirstSchool with all fields of readings.Typed.
type FirstSchoolView struct {
	layout.Page
	// Typed holds the values entered. The key is left out, as on every page.
	Typed readings.Typed
	// Refused is the field that was refused, and Why the word that selects the sentence, one of a
	// connection's words; both are empty if none was refused.
	Refused readings.Field
	Why     string
}

func (v *FirstSchoolView) credentials() part.Credentials {
	return part.Credentials{Words: v.Words, About: "school", Typed: v.Typed, Refused: v.Refused, Why: v.Why, KeyHelp: v.Words.Text("first_school.key_help")}
}
