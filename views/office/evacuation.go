package office

import (
	"strconv"
	"time"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// EvacuationView is the list for an evacuation: the students grouped by their known place today.
type EvacuationView struct {
	layout.Page
	Date roll.Date
	// Clock is the time when the list was made, as Words.Clock writes it; Left is the time from then to the
	// day's end.
	Clock string
	Left  time.Duration
	// Groups is empty if the school has no school year or term.
	Groups []EvacuationGroup
}

// EvacuationGroup holds the students of one place. Its words are in the catalogue as evacuation.place.PLACE.
type EvacuationGroup struct {
	Place   roll.Place
	Count   int
	Classes []EvacuationClass
}

// EvacuationClass holds the students of a class in a group. Its name is empty for students who are no longer
// on a list.
type EvacuationClass struct {
	Name     string
	Students []EvacuationStudent
}

// EvacuationStudent is a student, with a note that explains the group; the note may be empty.
type EvacuationStudent struct{ Name, Note string }

// keeping returns the attributes with the data for the page's script.
func (v *EvacuationView) keeping() templ.Attributes {
	school := string(v.School.ID)
	return templ.Attributes{
		"src": v.Assets.Path("evacuation.js"), "data-worker": v.Paths.EvacuationWorker(school), "data-scope": v.Paths.Evacuation(school, ""),
		"data-left": strconv.FormatInt(v.Left.Milliseconds(), 10), "data-over": v.Words.Text("evacuation.over"),
	}
}
