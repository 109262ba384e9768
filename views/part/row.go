package part

import (
	"cmp"

	"rollbook/web/roll"
)

// Row is one student of a roll.
type Row struct {
	Enrolment roll.EnrolmentID
	Student   roll.StudentID
	// Number is the place in the class's list, from 1.
	Number int
	// Given and Family are the two parts of the name; either may be empty.
	Given, Family string
	// Detail tells apart students of equal names, such as "no. 12"; else empty.
	Detail string
	// Strip is the last dates (at most ten, oldest first) on which the class has a
	// settled roll: the family of the student's status, or "" where it is not known.
	// Empty draws no strip.
	Strip []roll.Family
	// Ticked is kept from a press that was not accepted, or asked for by "Change these".
	Ticked bool
	// Seen is the version of the mark that the person is shown (field "seen").
	Seen int64
	Cell Cell
	// Change is the last change of the mark; nil where the page does not tell.
	Change *Change
}

// Cell is the status of one student: the only part of a row that is ever
// replaced. A background refresh sends cells with Fresh false.
type Cell struct {
	Enrolment roll.EnrolmentID
	Outcome   roll.Outcome
	// Status is the status as the school system returned it, or empty where it
	// returned none. Family and Letter draw its chip.
	Status string
	Family roll.Family
	Letter string
	// At is the time at which Status was recorded, as Words.Clock writes it; with Confirming the time
	// at which the mark was sent, with Stopped the time since which it is kept, with Conflict the time
	// at which the other person marked. It may be empty.
	At string
	// Chosen is the name of the status that was chosen: Differs, Conflict. ChosenLook draws it
	// in a question.
	Chosen     string
	ChosenLook Look
	// Other is the person who chose it; empty where that is the reader.
	Other string
	// Where is the shared tablet on which it was chosen, such as "tablet at Door 12"; empty elsewhere,
	// and on that very tablet.
	Where string
	// Arrived is the time at which the student tapped in on a tablet, where that is the question; else
	// empty.
	Arrived string
	// By says who else marked, such as "K. Osei (office)": Conflict.
	By string
	// Theirs is the status the other person marked: Conflict.
	Theirs string
	// Elsewhere is true where the reader made that mark too, on another page.
	Elsewhere bool
	// Save is the token of the save that holds a row in conflict; its decision is
	// posted to Paths.SaveDecisions with the field keep or change, and Version, the
	// version of the other person's mark, as the field seen.
	Save    roll.Token
	Version int64
	// ByHand says who keyed a stopped mark in by hand; empty when nobody did.
	ByHand string
	// Fresh is set in the answer to a person's own save only: Seen then replaces the
	// row's version.
	Fresh bool
	Seen  int64
}

// Look draws a status: its colours and its letter.
type Look struct {
	Family roll.Family
	Letter string
}

func (l Look) letter() string { return cmp.Or(l.Letter, "?") }

// theirs draws the mark that stands where two meet.
func (c *Cell) theirs() Look { return Look{c.Family, c.Letter} }
