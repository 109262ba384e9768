package office

import (
	"time"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
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
	Links []CoverLine
	// Now is the time when the page was made.
	Now time.Time
}

// CoverLine is one link in the list, with the names entered with it.
type CoverLine struct {
	roll.CoverLink
	Uses []roll.CoverUse
}

// CoverMadeView shows a new link once, on the screen and for paper.
type CoverMadeView struct {
	layout.Page
	Made roll.CoverLink
	// Link is the whole address; Code is its QR code.
	Link string
	Code part.Code
}

// state returns the sentence about the time when the link ends or ended.
func (v *CoversView) state(line *CoverLine) string {
	since, ended := line.Ended(v.Now)
	switch {
	case !ended:
		return v.Words.Text("cover.list.until", "Clock", v.ClockOf(line.Ends))
	case since.Equal(line.RevokedAt):
		return v.Words.Text("cover.list.cancelled", "Clock", v.ClockOf(since))
	}
	return v.Words.Text("cover.list.over", "Clock", v.ClockOf(since))
}
