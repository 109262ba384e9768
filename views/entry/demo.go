package entry

import (
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// DemoView is the demonstration's first page: a choice of people, with nothing to type. Each choice is its
// own form, posted to Paths.DemoEnter with the field email.
type DemoView struct {
	layout.Page
	Choices []DemoChoice
	// Teacher is the name of the teacher whose PIN the demonstration's tablets accept.
	Teacher string
}

// DemoChoice is a person a visitor can sign in as.
type DemoChoice struct {
	Email string
	Role  roll.Role
	// Class is the name of the class with a roll due now; empty if the person takes no roll.
	Class string
}

// due returns the sentence about what the person would do now.
func (v *DemoView) due(choice DemoChoice) string {
	if choice.Class != "" {
		return v.Words.Text("demo.due", "Class", choice.Class)
	}
	return v.Words.Text(language.DemoDoesKeys.Of(string(choice.Role)))
}

// DemoPIN is the PIN of the teacher at a door of the demonstration.
const DemoPIN = "7306"

// demoModes returns the modes of the tablets that a visitor can try.
func demoModes() []roll.TabletMode { return []roll.TabletMode{roll.TeacherMode, roll.StudentsMode} }

// atDoor returns the sentence about the use of a tablet in the mode.
func (v *DemoView) atDoor(mode roll.TabletMode) string {
	if mode == roll.StudentsMode {
		return v.Words.Text("demo.tablet.students")
	}
	return v.Words.Text("demo.tablet.teacher", "Name", v.Teacher, "PIN", DemoPIN)
}
