package office

import (
	"slices"

	"rollbook/views/part"
	"rollbook/web/language"
)

// DayTablet is a tablet at a classroom door.
type DayTablet struct {
	Name string
	// Classes are the names of its classes, as people read them.
	Classes string
	// There is true while it is on and has a network.
	There bool
	// Seen is the time at which it last asked for something, as people read it; empty for never.
	Seen string
	// Waiting counts the taps that, by its last word, it kept and had not sent.
	Waiting int
	// Rolls lists the rolls that, by its last word, it kept and nobody had saved.
	Rolls []part.KeptRolls
}

// state reports whether it is there, and else when it was.
func (t DayTablet) state(w *language.Words) string {
	if t.There {
		return w.Text("day.tablet_there")
	}
	return w.Text("day.tablet_away", "When", t.Seen)
}

// Same reports whether the board says the same of the tablet.
func (t DayTablet) Same(other DayTablet) bool {
	return t.Name == other.Name && t.Classes == other.Classes && t.There == other.There && (t.There || t.Seen == other.Seen) && t.Waiting == other.Waiting && slices.Equal(t.Rolls, other.Rolls)
}
