package door

import (
	"strings"

	"github.com/a-h/templ"

	"rollbook/views/layout"
)

// PairView is the page that makes a device a tablet. A code from staff is posted to Paths.Pair with the field
// code; the form that requests a code to show to staff is posted to Paths.PairAsk.
type PairView struct {
	layout.Page
	// Unpaired is true if the device was a tablet and no longer is.
	Unpaired bool
	// Lost is true if the device may have been a tablet that lost its cookie.
	Lost bool
	// Proofs prove to the device that it was unpaired, and name the data that it deletes
	// (auth.Tokens.UnpairingProofs).
	Proofs []string
	// Left is true if staff have just unpaired this device on its own screen.
	Left bool
	// Problem is the reason why a code was refused, or the result of the code shown; it may be empty.
	Problem string
	// Signed is the name of the person signed in on the device, or of the tablet; it may be empty.
	Signed string
	// Shown is the code on the screen for staff; it may be nil.
	Shown *ShownCode
}

// ShownCode is a code that the device shows, and that staff enter in their own browser.
type ShownCode struct {
	// Code has two halves. Staff compare Number.
	Code, Number string
	// Left is the time until the code ends, as Words.Span writes it.
	Left string
}

// posts returns the form's attributes. data-posts lets the script post a code from the page's address, unless
// that would sign a person out without a question. With data-no-tablet, if the browser has neither a session
// nor a tablet, the script deletes a tablet's stored pages; with a proof in data-unpaired it deletes all data
// of that tablet.
func (v *PairView) posts() templ.Attributes {
	return templ.Attributes{"data-posts": v.Signed == "" &&
		v.Problem == "", "data-no-tablet": v.Signed == "", "data-unpaired": strings.Join(v.Proofs, " ")}
}
