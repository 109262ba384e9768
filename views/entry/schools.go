package entry

import (
	"rollbook/views/layout"
	"rollbook/web/roll"
)

// SchoolsView is the choice among a person's schools.
type SchoolsView struct {
	layout.Page
	// Schools may be empty: the page then says whom to ask.
	Schools []roll.Membership
}
