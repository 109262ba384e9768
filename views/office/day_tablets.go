package office

import "rollbook/views/part"

// DayTablet is a tablet at a classroom door.
type DayTablet struct {
	Name string
	// Seen is the time at which it last asked for something, as people read it; empty for never.
	Seen string
	// Waiting counts the taps that, by its last word, it kept and had not sent.
	Waiting int
	// Rolls lists the rolls that, by its last word, it kept and nobody had saved.
	Rolls []part.KeptRolls
}
