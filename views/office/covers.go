package office

import (
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// CoversView is the office's page of the links of today.
type CoversView struct {
	layout.Page
	// Period is the school year or term whose classes are offered; Empty says why there
	// are none.
	Period  roll.Period
	Classes []roll.Class
	Empty   taking.HomeEmpty
	// Press is the token of the page's form.
	Press roll.Token
	// Class and Until (HH:MM) are the values that the form shows.
	Class roll.ClassID
	Until string
	// Problem says why no link was made.
	Problem string
	Links   []CoverLine
}

// CoverLine is one link of the list.
type CoverLine struct {
	// Revoke is the address at which the link is ended; empty where it has ended.
	Revoke    string
	ClassName string
	MadeBy    string
	// Until, Ended and Made are written by Words.Clock. Ended is empty while the link
	// holds; Revoked tells that somebody ended it.
	Until, Ended, Made string
	Revoked            bool
	Uses               []CoverUse
}

// CoverUse is a name that somebody typed, with the time at which it was last used.
type CoverUse struct{ Name, Clock string }

// CoverMadeView shows a new link, once: on the screen and for paper.
type CoverMadeView struct {
	layout.Page
	ClassName string
	Date      roll.Date
	// Until is as in CoverView.
	Until string
	// Link is the whole address; Code is the same for a camera.
	Link string
	Code part.Code
}

// state says until when the link holds, or since when it does not.
func (l *CoverLine) state(w *language.Words) string {
	switch {
	case l.Revoked:
		return w.Text("cover.list.cancelled", "Clock", l.Ended)
	case l.Ended != "":
		return w.Text("cover.list.over", "Clock", l.Ended)
	}
	return w.Text("cover.list.until", "Clock", l.Until)
}
