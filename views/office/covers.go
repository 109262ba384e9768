package office

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// CoversView is the office's page of today's links for covers.
type CoversView struct {
	layout.Page
	// Period is the school year or term of the classes; Empty is the reason if there are none.
	Period  roll.Period
	Classes []roll.Class
	Empty   taking.HomeEmpty
	// Press is the token of the page's form.
	Press roll.Token
	// Class and Until (HH:MM) are the form's values.
	Class roll.ClassID
	Until string
	// Problem is the sentence about why no link was made.
	Problem string
	Links   []CoverLine
}

// CoverLine is one link in the list.
type CoverLine struct {
	// Revoke is the address that ends the link; it is empty for an ended one.
	Revoke    string
	ClassName string
	MadeBy    string
	// Until, Ended and Made are written by Words.Clock. Ended is empty while the link is valid; Revoked is
	// true if a person ended it.
	Until, Ended, Made string
	Revoked            bool
	Uses               []CoverUse
}

// CoverUse is a name entered with the link, with the time of its last use.
type CoverUse struct{ Name, Clock string }

// CoverMadeView shows a new link once, on the screen and for paper.
type CoverMadeView struct {
	layout.Page
	ClassName string
	Date      roll.Date
	// Until is as in CoverView.
	Until string
	// Link is the whole address; Code is its QR code.
	Link string
	Code part.Code
}

// state returns the sentence about the time when the link ends or ended.
func (l *CoverLine) state(w *language.Words) string {
	switch {
	case l.Revoked:
		return w.Text("cover.list.cancelled", "Clock", l.Ended)
	case l.Ended != "":
		return w.Text("cover.list.over", "Clock", l.Ended)
	}
	return w.Text("cover.list.until", "Clock", l.Until)
}
