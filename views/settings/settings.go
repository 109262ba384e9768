package settings

import (
	"rollbook/views/layout"
)

// IndexView is the first page of a school's settings.
type IndexView struct {
	layout.Page
	// Rooms are the parts that this person may open.
	Rooms []IndexRoom
	// Next is the name of the first room in which something is missing; empty for none.
	Next string
}

// missing counts the rooms that have to be seen to.
func (v *IndexView) missing() int {
	count := 0
	for _, room := range v.Rooms {
		if room.Missing {
			count++
		}
	}
	return count
}

// IndexRoom is a part of the settings.
type IndexRoom struct {
	// Name is the one that it has in addresses and in the catalogue.
	Name string
	// State says what is set there, in a few words; empty where there is nothing to say. Set is true
	// where something is, Missing where that has to be seen to.
	State        string
	Set, Missing bool
}
