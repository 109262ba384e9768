package settings

import (
	"rollbook/views/layout"
)

// IndexView is the first page of a school's settings.
type IndexView struct {
	layout.Page
	// Todo lists the parts of the settings with something to do; they are in no group.
	Todo []IndexTodo
	// Groups lists the other parts that this person may open.
	Groups []IndexGroup
}

// IndexTodo is a part of the settings with a task, in words.
type IndexTodo struct {
	// Name is the part's name in addresses and in the catalogue.
	Name string
	// State is the sentence about what is missing, Next the text of the link, and Address its address.
	State, Next, Address string
}

// IndexGroup is a group of parts, with the catalogue's key of its name.
type IndexGroup struct {
	Name  string
	Rooms []IndexRoom
}

// IndexRoom is a part of the settings.
type IndexRoom struct {
	// Name is the part's name in addresses and in the catalogue.
	Name string
	// State describes the part's settings in a few words; it may be empty. Set is true if something is set.
	State string
	Set   bool
}
