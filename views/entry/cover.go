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
	// Until is the time at which the link ends, as Words.Clock writes it.
	Until string
	// Name is kept from a try that failed; Problem says why it did.
	Name    string
	Problem string
	// Signed names the person who is signed in on the browser; empty where nobody is.
	Signed string
	// GoOn is the address at which that person may take the roll; empty where they may not.
	GoOn string
}

// CoverEndedView says that a link does not work any more.
type CoverEndedView struct {
	layout.Page
	Sentence string
}

// signsOut marks a form that, once sent, drops everybody's ticks from the device.
func signsOut(yes bool) templ.Attributes {
	if !yes {
		return nil
	}
	return templ.Attributes{"data-sign-out": true}
}
