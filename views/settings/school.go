package settings

import (
	"rollbook/views/layout"
	"rollbook/web/roll"
)

// SchoolView is the page of a school's name and end. A new name is posted to
// Paths.Settings(school, "school") as the field name, and the name that was typed before the school
// is removed to "school/remove" as the field typed.
type SchoolView struct {
	layout.Page
	// Name is the school's, or the new one that was typed.
	Name string
	// Renamed is true where the school has just been renamed.
	Renamed bool
	// NameProblem says why the school was not renamed, and Problem why it was not removed; each may be empty.
	NameProblem, Problem string
	End                  roll.SchoolEnd
	// Taken tells when the marks were last downloaded, in words; empty for never.
	Taken string
}

// SchoolGoneView is the page after a school was removed.
type SchoolGoneView struct {
	layout.Page
	Name string
	// Stays is true where the person belongs to another school.
	Stays bool
}
