package office

import "rollbook/views/part"

// DayTablet is a tablet at a classroom door.
type DayTablet struct {
	Name string
	// Seen is when it last asked for something, as people read it; empty for never.
	Seen string
	// Waiting is how many taps it last said that it kept and had not sent.
	Waiting int
	// Rolls are those that it last said that it kept and that nobody has saved.
	Rolls []part.KeptRolls
}
