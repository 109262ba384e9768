package office

import (
	"strconv"
	"time"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// EvacuationView is the list for an evacuation: the students by their place today, as far as it is known.
type EvacuationView struct {
	layout.Page
	Date roll.Date
	// Clock is the time at which the list was made, as Words.Clock writes it; Left is the time that
	// remained of the day then.
	Clock string
	Left  time.Duration
	// Groups are empty where the school has no school year or term.
	Groups []EvacuationGroup
}

// EvacuationGroup is the students of one place. Its words are in the catalogue as
// evacuation.place.PLACE.
type EvacuationGroup struct {
	Place   roll.Place
	Count   int
	Classes []EvacuationClass
}

// EvacuationClass holds the students of a class who are in a group. Its name is empty for students who
// are on no list any more.
type EvacuationClass struct {
	Name     string
	Students []EvacuationStudent
}

// EvacuationStudent is a student, with a note that explains the group; it may be empty.
type EvacuationStudent struct{ Name, Note string }

// keeping tells the script of the page what it needs.
func (v *EvacuationView) keeping() templ.Attributes {
	school := string(v.School.ID)
	return templ.Attributes{
		"src": v.Assets.Path("evacuation.js"), "data-worker": v.Paths.EvacuationWorker(school), "data-scope": v.Paths.Evacuation(school, ""),
		"data-left": strconv.FormatInt(v.Left.Milliseconds(), 10), "data-over": v.Words.Text("evacuation.over"),
	}
}
