package settings

import (
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
	// Renamed is true right after the school was renamed.
	Renamed bool
	// NameProblem is the reason why the school was not renamed, and Problem the reason why it was not
	// removed; each may be empty.
	NameProblem, Problem string
	End                  roll.SchoolEnd
}

// SchoolGoneView is the page after the removal of a school.
type SchoolGoneView struct {
	layout.Page
	Name string
	// Stays is true if the person has another school.
	Stays bool
}
