package roll

import "time"

// TakeBackLimit is how long the person who made a save may take it back. Later the office does.
const TakeBackLimit = 10 * time.Minute

// Replaced is a student of a press, with the save that the press replaced.
type Replaced struct {
	// Kept has the version that the press made.
	Kept
	// Given is the student's save of the press.
	Given Save
	// Before is the newest save before it. Its Token is empty for a student without a mark.
	Before Save
}
