package part

import (
	"github.com/a-h/templ"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// StatusBar is the foot of a roll: the statuses, a time, and Save.
type StatusBar struct {
	// Statuses are the school's, in its order. Six stand in the bar; where there are
	// more, five, and the rest under "More...".
	Statuses []roll.Status
	// Chosen is kept from a press that was not accepted. No status is chosen by itself.
	Chosen roll.StatusID
	// Time is kept from a press that was not accepted (HH:MM, the school's zone); where
	// it is empty the page shows now.
	Time string
	// Reason is kept from a press that was not accepted.
	Reason string
	// OthersStatus is the status of "and the other 25 Present"; nil offers no such choice.
	OthersStatus *roll.Status
	// OthersChosen is the choice that the person made last (field "others").
	OthersChosen bool
	// Signing asks who saves; nil where that is known.
	Signing *Signing
	// Save and OthersSave are the tokens of the next press.
	Save, OthersSave roll.Token
}

// timed says what the time of a status means: when the student came in, or left.
func timed(status *roll.Status) templ.Attributes {
	if !status.CarriesTime {
		return nil
	}
	check := "in"
	if status.Family == roll.LeftEarly {
		check = "out"
	}
	return templ.Attributes{"data-check": check}
}

// barStatuses is the number of places for statuses in the bar.
const barStatuses = 6

// inBar counts the statuses that stand in the bar.
func (b *StatusBar) inBar() int {
	if len(b.Statuses) > barStatuses {
		return barStatuses - 1
	}
	return len(b.Statuses)
}

// moreText returns "More...", or the status chosen from those behind it.
func (b *StatusBar) moreText(w *language.Words) string {
	for i := b.inBar(); i < len(b.Statuses); i++ {
		if b.Statuses[i].ID == b.Chosen {
			return b.Statuses[i].Name
		}
	}
	return w.Text("roll.more")
}
