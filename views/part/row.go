package part

import (
	"cmp"

	"rollbook/web/roll"
)

// Row is one student of a roll.
type Row struct {
	Enrolment roll.EnrolmentID
	Student   roll.StudentID
	// Number is the student's place in the class's list, from 1.
	Number int
	// Given and Family are the two parts of the name; either may be empty.
	Given, Family string
	// Detail distinguishes students with equal names, such as "no. 12"; it may be empty.
	Detail string
	// Strip lists the family of the student's status on the last dates with a settled roll (at most ten,
	// oldest first); "" means unknown. An empty Strip is not drawn.
	Strip []roll.Family
	// Ticked is true if a refused press or "Change these" ticked the student.
	Ticked bool
	// Seen is the version of the mark shown on the page (field "seen").
	Seen int64
	Cell Cell
	// Change is the last change of the mark; nil on pages that do not show it.
	Change *Change
}

// Cell is the status of one student: the only part of a row that the page replaces. A background refresh
// sends cells with Fresh false.
type Cell struct {
	Enrolment roll.EnrolmentID
	Outcome   roll.Outcome
	// Status is the status as the school system returned it; it may be empty. Family and Letter determine its
	// chip.
	Status string
	Family roll.Family
	Letter string
	// At is the time of the mark, as Words.Clock writes it: the time when Status was recorded, with
	// Confirming the time when the mark was sent, with Stopped the time since when it is kept, with Conflict
	// the time of the other person's mark. It may be empty.
	At string
	// Chosen is the name of the chosen status, for Differs and Conflict. ChosenLook draws it in a question.
	Chosen     string
	ChosenLook Look
	// Other is the person who chose the status; it is empty if that is the reader.
	Other string
	// Where is the shared tablet used for the choice, such as "tablet at Door 12"; it is empty for other
	// devices, and on that tablet.
	Where string
	// Arrived is the time of the student's tap on a tablet, if the question is about a tap; otherwise it is
	// empty.
	Arrived string
	// By is the other person of a Conflict, such as "K. Osei (office)".
	By string
	// Theirs is the other person's status in a Conflict.
	Theirs string
	// Elsewhere is true if the reader made the other mark too, on another page.
	Elsewhere bool
	// Save is the token of the save in conflict; the decision is posted to Paths.SaveDecisions with the field
	// keep or change, and with Version, the version of the other person's mark, as the field seen.
	Save    roll.Token
	Version int64
	// ByHand is the person who keyed a stopped mark in by hand; it may be empty.
	ByHand string
	// Fresh is set only in the answer to the person's own save; the script then replaces the row's version
	// with Seen.
	Fresh bool
	Seen  int64
}

// Look holds the colours and the letter of a status.
type Look struct {
	Family roll.Family
	Letter string
}

func (l Look) letter() string { return cmp.Or(l.Letter, "?") }

// theirs returns the look of the stored mark in a conflict.
func (c *Cell) theirs() Look { return Look{c.Family, c.Letter} }
