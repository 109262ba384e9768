package office

import (
	"rollbook/views/part"
	"rollbook/web/language"
)

// DayTablet is a tablet at a classroom door.
type DayTablet struct {
	Name string
	// Classes are the names of its classes, formatted for people.
	Classes string
	// There is true while the tablet is on and has a network.
	There bool
	// Seen is the time of the tablet's last request, formatted for people; empty for never.
	Seen string
	// Waiting counts the unsent taps in the tablet's last report.
	Waiting int
	// Rolls lists the unsaved rolls in the tablet's last report.
	Rolls []part.KeptRolls
}

// state returns the words for a tablet that is there, or the time of its last request.
func (t DayTablet) state(w *language.Words) string {
	if t.There {
		return w.Text("day.tablet_there")
	}
	return w.Text("day.tablet_away", "When", t.Seen)
}
