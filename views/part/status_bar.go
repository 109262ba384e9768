package part

import (
	"cmp"
	"slices"

	"github.com/a-h/templ"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// StatusBar is the foot of a roll: the statuses, a time, and Save.
type StatusBar struct {
	// Statuses are the school's, in its order. The bar has room for six; of more than six it shows five, and
	// the rest under "More...".
	Statuses []roll.Status
	// Chosen is the status of a refused press. The page never chooses a status by itself.
	Chosen roll.StatusID
	// Time is the time of a refused press (HH:MM, the school's zone); if it is empty the page shows the
	// present time.
	Time string
	// OthersStatus is the status of "25 others Present"; nil leaves out the choice.
	OthersStatus *roll.Status
	// OnlyTicked is true if the person does not want the page to make that choice.
	OnlyTicked bool
	// Rest is the status that one press gives all ticked students; nil leaves out that button.
	Rest *roll.Status
	// Signing asks who saves; nil if that is known.
	Signing *Signing
	// Save and OthersSave are the tokens of the next press.
	Save, OthersSave roll.Token
}

// timed returns the attribute that says whether the time of a status is an arrival or a leaving.
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

// inBar returns the number of statuses shown in the bar.
func (b *StatusBar) inBar() int {
	if len(b.Statuses) > barStatuses {
		return barStatuses - 1
	}
	return len(b.Statuses)
}

// family is a part of the statuses under "More...", with one heading.
type family struct {
	of       roll.Family
	statuses []*roll.Status
}

// families divides the statuses that the bar does not show by family, in the order of their first statuses. Those of no
// family come last.
func (b *StatusBar) families() (families []family) {
	for i := b.inBar(); i < len(b.Statuses); i++ {
		of := cmp.Or(b.Statuses[i].Family, roll.Other)
		at := slices.IndexFunc(families, func(one family) bool { return one.of == of })
		if at < 0 {
			at = len(families)
			families = append(families, family{of: of})
		}
		families[at].statuses = append(families[at].statuses, &b.Statuses[i])
	}
	if at := slices.IndexFunc(families, func(one family) bool { return one.of == roll.Other }); at >= 0 {
		others := families[at]
		families = append(slices.Delete(families, at, at+1), others)
	}
	return families
}

// othersValue returns the value of the field "others", for the students without a tick.
func (b *StatusBar) othersValue() string {
	if b.OthersStatus == nil {
		return ""
	}
	return b.OthersStatus.ID.String()
}

// saveClass returns "primary" if Save is the page's main action, "answer" if it is one of two equal answers,
// and "" if another button leads.
func (s *Summary) saveClass(rest string) string {
	switch {
	case s.Next != nil || s.Others != nil || s.Asks():
		return ""
	case rest != "":
		return "answer"
	}
	return "primary"
}

// moreText returns "More...", or the name of the status chosen under it.
func (b *StatusBar) moreText(w *language.Words) string {
	for i := b.inBar(); i < len(b.Statuses); i++ {
		if b.Statuses[i].ID == b.Chosen {
			return b.Statuses[i].Name
		}
	}
	return w.Text("roll.more")
}
