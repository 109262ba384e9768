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
	// OthersStatus is the status of "25 others Present"; nil offers no such choice.
	OthersStatus *roll.Status
	// OnlyTicked is true for who does not want that choice made by itself.
	OnlyTicked bool
	// Rest is the status that those who are ticked get with one press; nil offers none.
	Rest *roll.Status
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

// othersValue returns the value of the field "others", for those who are not ticked.
func (b *StatusBar) othersValue() string {
	if b.OthersStatus == nil {
		return ""
	}
	return b.OthersStatus.ID.String()
}

// saveClass fills Save where nothing else leads, or makes it one of two equal answers.
func (s *Summary) saveClass(rest string) string {
	switch {
	case s.Next != nil || s.Others != nil || s.Asks():
		return ""
	case rest != "":
		return "answer"
	}
	return "primary"
}

// saveText returns the words of Save before a script knows more.
func saveText(rest string, w *language.Words) string {
	if rest == "" {
		return w.Text("roll.save")
	}
	return w.Text("roll.save_ticked")
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
