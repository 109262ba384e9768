package entry

import (
	"rollbook/views/layout"
	"rollbook/web/roll"
)

// SchoolsView is the page where a person chooses a school.
type SchoolsView struct {
	layout.Page
	// Schools may be empty; the page then names who can help.
	Schools []roll.Membership
}
