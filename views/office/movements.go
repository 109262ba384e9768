package office

import (
	"rollbook/views/layout"
	"rollbook/web/roll"
)

// Gate keeps the movements of the open student. Its form is posted to Paths.Movements.
type Gate struct {
	Save roll.Token
	// Time and Why are the fields of a refused press.
	Time, Why string
	// CountsAs are the statuses that In may save, and Chosen the one that it offers; none for a student who is in.
	CountsAs []layout.Option
	Chosen   string
	Reasons  []string
	// NotSent is true for a school system that takes no times.
	NotSent bool
	Moves   []MovementLine
}

// MovementLine is one movement in a list.
type MovementLine struct {
	ID roll.Token
	// Text is the movement with its time. Reason is for the office alone.
	Text, Reason string
	// About has the time and the person of the entry, Ended those of the removal. State is the sentence about a movement
	// that is planned or in Rollbook only, or removed but still in the school system. State and Ended may be empty.
	About, State, Ended string
}
