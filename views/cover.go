package views

import (
	"time"

	"github.com/a-h/templ"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// CoverView is the page at which somebody without an account begins to take a roll. Its form
// is posted to Action with the field name.
type CoverView struct {
	Page
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
	Page
	Sentence string
}

// CoversView is the office's page of the links of today.
type CoversView struct {
	Page
	// Period is the school year or term whose classes are offered; Empty says why there
	// are none.
	Period  roll.Period
	Classes []roll.Class
	Empty   HomeEmpty
	// Press is the token of the page's form.
	Press roll.Token
	// Class and Until (HH:MM) are what the form shows.
	Class roll.ClassID
	Until string
	// Problem is why no link was made.
	Problem string
	Links   []CoverLine
}

// CoverLine is one link of the list.
type CoverLine struct {
	// Revoke is where the link is ended; empty where it has ended.
	Revoke    string
	ClassName string
	MadeBy    string
	// Until, Ended and Made are written by Words.Clock. Ended is empty while the link
	// holds; Revoked tells that somebody ended it.
	Until, Ended, Made string
	Revoked            bool
	Uses               []CoverUse
}

// CoverUse is a typed name, and when it was last used.
type CoverUse struct{ Name, Clock string }

// CoverMadeView shows a new link, once: on the screen and for paper.
type CoverMadeView struct {
	Page
	ClassName string
	Date      roll.Date
	// Until is as in CoverView.
	Until string
	// Link is the whole address; Code is the same for a camera.
	Link string
	Code Code
}

// Code is a QR code, as a path that fills the dark modules of a square.
type Code struct {
	// Side is how many modules the square is wide, with the light edge around the code.
	Side int
	// Path is written for SVG, one module being one unit.
	Path string
}

func (v *CoverMadeView) longDate() string { return v.Words.LongDate(v.Date.Noon(time.UTC)) }

// state says until when the link holds, or since when it does not.
func (l *CoverLine) state(w *language.Words) string {
	switch {
	case l.Revoked:
		return w.Text("cover.list.revoked", "Clock", l.Ended)
	case l.Ended != "":
		return w.Text("cover.list.over", "Clock", l.Ended)
	}
	return w.Text("cover.list.until", "Clock", l.Until)
}

// signsOut marks a form after which nobody's ticks may stay on the device.
func signsOut(yes bool) templ.Attributes {
	if !yes {
		return nil
	}
	return templ.Attributes{"data-sign-out": true}
}
