package door

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// StaffView is the page where staff open a class's roll. Its form is posted to Paths.DoorOpen with the field
// class and those of Signing.
type StaffView struct {
	layout.Page
	Class roll.ClassID
	// Name is the name of the class on a tablet that starts with this page; it is empty on a tablet where
	// students tap. Several reports whether that tablet has more classes.
	Name    string
	Several bool
	Signing *part.Signing
}

// back returns the words of the link to the previous page; it may be empty.
func (v *StaffView) back() string {
	switch {
	case v.Name == "":
		return v.Words.Text("taps.back")
	case v.Several:
		return v.Words.Text("door.all")
	}
	return ""
}
