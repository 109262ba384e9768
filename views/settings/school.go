package settings

import (
	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// SchoolView is the page for renaming and removing a school. A new name and language are posted to
// Paths.Settings(school, "school") as the fields name and language; the name that confirms the removal is posted to "school/remove" as the field
// typed.
type SchoolView struct {
	layout.Page
	// Name is the school's name, or the new one entered.
	Name string
	// Language is the tag of the school's language, and Languages are those to choose from.
	Language  string
	Languages []layout.Option
	// Renames is true if the problem of the page is that of a new name, and false if it is that of the removal.
	Renames bool
	End     roll.SchoolEnd
}

// wrong returns the attributes of the field of the one form or the other.
func (v *SchoolView) wrong(renames bool) templ.Attributes {
	return layout.Invalid(v.Problem != "" && v.Renames == renames, "problem")
}

// SchoolGoneView is the page after the removal of a school.
type SchoolGoneView struct {
	layout.Page
	Name string
	// Stays is true if the person has another school.
	Stays bool
}
