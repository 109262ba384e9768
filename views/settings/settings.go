package settings

import (
	"rollbook/views/layout"
)

// IndexView is the first page of a school's settings.
type IndexView struct {
	layout.Page
	// Rooms are the parts that this person may open, by the names that they have in
	// addresses and in the catalogue.
	Rooms []string
}
