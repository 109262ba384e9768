package entry

import (
	"rollbook/views/layout"
	"rollbook/web/roll"
)

// SchoolsView is the page where a person chooses a school.
type SchoolsView struct {
	layout.Page
	// Schools may be empty; the page then names who can help.
	Schools []SchoolChoice
}

// SchoolChoice is a school that the person can enter.
type SchoolChoice struct {
	Name string
	Role roll.Role
	// Address is the address of the person's first page there.
	Address string
}
