package entry

import "rollbook/views/layout"

// GalleryView is the list of the states in which pages can be looked at.
type GalleryView struct {
	layout.Page
	// States are the names of the states, in order; each has a page of its own.
	States []string
}
