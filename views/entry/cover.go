package entry

import (
	"github.com/a-h/templ"

	"rollbook/views/layout"
)

// CoverView is the page at which somebody without an account begins to take a roll. Its form
// is posted to Action with the field name.
type CoverView struct {
	layout.Page
	Action     string
	SchoolName string
	ClassName  string
	// Until is when the link ends, as Words.Clock writes it.
	Until string
	// Name is kept from a try that failed; Problem is why it did.
	Name    string
	Problem string
	// Signed names who is signed in on the browser; empty where nobody is.
	Signed string
	// GoOn is where that person may take the roll; empty where they may not.
	GoOn string
}

// CoverEndedView says that a link is worth nothing any more.
type CoverEndedView struct {
	layout.Page
	Sentence string
}

// signsOut marks a form after which nobody's ticks may stay on the device.
func signsOut(yes bool) templ.Attributes {
	if !yes {
		return nil
	}
	return templ.Attributes{"data-sign-out": true}
}
