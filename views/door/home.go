package door

import (
	"unicode/utf8"

	"rollbook/views/layout"
)

// HomeView is the first page of a tablet with several classes, or of one whose class has no roll.
type HomeView struct {
	layout.Page
	// Date is today, written out.
	Date string
	// Classes are the tablet's classes.
	Classes []Class
	// Missing names the class that the school does not have now; empty for none.
	Missing string
}

// Class is a class of the tablet, with the address of its roll of today.
type Class struct{ Name, Address string }

// longName is from how many characters on a class's name is written smaller.
const longName = 12

func (c *Class) long() bool { return utf8.RuneCountInString(c.Name) >= longName }
