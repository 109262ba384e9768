package settings

import (
	"rollbook/views/layout"
)

// IndexView is the first page of a school's settings.
type IndexView struct {
	layout.Page
	// Todo lists the parts in which there is something to do. They stand in no group.
	Todo []IndexTodo
	// Groups has the other parts that this person may open.
	Groups []IndexGroup
}

// IndexTodo is a part of the settings with what there is to do, in words.
type IndexTodo struct {
	// Name is the one that the part has in addresses and in the catalogue.
	Name string
	// State says what is missing, Next what to press; Address leads there.
	State, Next, Address string
}

// IndexGroup has parts that belong together, under a name of the catalogue.
type IndexGroup struct {
	Name  string
	Rooms []IndexRoom
}

// IndexRoom is a part of the settings.
type IndexRoom struct {
	// Name is the one that it has in addresses and in the catalogue.
	Name string
	// State says what is set there, in a few words; empty where there is nothing to say. Set is true
	// where something is.
	State string
	Set   bool
}
