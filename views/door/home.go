package door

import (
	"unicode/utf8"

	"rollbook/views/layout"
	"rollbook/web/language"
)

// HomeView is the first page of a tablet with several classes, or with one class without a roll.
type HomeView struct {
	layout.Page
	// Date is today's date in words.
	Date string
	// Classes are the tablet's classes if it has several and one of them can be chosen now.
	Classes []Class
	// Missing is the name of a class that the school does not have now; it may be empty.
	Missing string
	// NotOpen is true if no school year or term contains today.
	NotOpen bool
}

func (v *HomeView) heading() language.Key {
	switch {
	case v.NotOpen:
		return "home.empty.not_open"
	case len(v.Classes) == 0:
		return "door.title"
	}
	return "door.heading"
}

// Class is a class of the tablet, with the address of its roll of today.
type Class struct{ Name, Address string }

// longName is the number of characters from which a class's name is shown smaller.
const longName = 12

func (c *Class) long() bool { return utf8.RuneCountInString(c.Name) >= longName }
