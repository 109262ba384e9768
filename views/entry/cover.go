package entry

import "rollbook/views/layout"

// CoverView is the page where a person without an account starts to take a roll. Its form is posted to Action
// with the field name.
type CoverView struct {
	layout.Page
	Action     string
	SchoolName string
	ClassName  string
	// Until is the time when the link ends, as Words.Clock writes it.
	Until string
	// Name is the name of a failed attempt.
	Name string
	// Signed is the name of the person signed in on the browser; it may be empty.
	Signed string
	// GoOn is the address where that person may take the roll; it may be empty.
	GoOn string
}

// CoverEndedView is the page of a link that is no longer valid.
type CoverEndedView struct {
	layout.Page
	Sentence string
}
