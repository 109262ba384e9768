package connecting

import "rollbook/web/roll"

// MovedView holds the marks that waited when the connection became another one, or when the database was
// copied: a person decides about them.
type MovedView struct {
	// All counts them, Same those whose students are the same in the present list.
	All, Same int
	// CopiedAt tells when the database was copied, as a day and a clock; empty where it was not.
	CopiedAt string
	// MayDecide is true for those who may send and drop them; MaySend once sending is on.
	MayDecide, MaySend bool
	// Rest are the others, one by one.
	Rest []MovedMark
}

// leads reports whether sending those who are the same is what the page asks for.
func (m *MovedView) leads() bool { return m != nil && m.MayDecide && m.MaySend && m.Same > 0 }

// MovedMark is a mark for a student whom the present list does not have under the same number.
type MovedMark struct {
	Save      roll.Token
	Enrolment roll.EnrolmentID
	Name      string
	Class     string
	Status    string
	Date      roll.Date
	By, Clock string
}
