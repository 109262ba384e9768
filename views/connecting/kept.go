package connecting

import "rollbook/web/roll"

// Kept is a save that is not in the school system, or one mark of it. Byline names its author.
type Kept struct {
	roll.Save
	Byline string
	// Students counts the marks of a save.
	Students int
	// Name and Enrolment are those of a mark's student; Time is the time of the mark (HH:MM) and may be empty.
	Name      string
	Enrolment roll.EnrolmentID
	Time      string
}
