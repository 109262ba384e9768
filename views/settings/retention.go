package settings

import (
	"rollbook/views/layout"
)

// RetentionView is the page of how long a school's data is kept, and what goes next.
type RetentionView struct {
	layout.Page
	Kinds []RetentionKind
	// SignedIn limits a sign-in, in hours.
	SignedIn int
}

// RetentionKind is a kind of data, with the days that the school may set: Name is the end of its keys in the catalogue.
type RetentionKind struct {
	layout.Setting
	// Fixed is the number of days that a school may not set; 0 if the data does not go by its age.
	Fixed int
	// Next says what goes next; empty for nothing. Unsettled counts the older marks that stay.
	Next      string
	Unsettled int
}

// Ours reports whether the school may set the days.
func (k *RetentionKind) Ours() bool { return k.Most > 0 }
