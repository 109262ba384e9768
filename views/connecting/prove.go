package connecting

import (
	"slices"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// ProveView holds the last two steps of connecting: to try one mark, and to switch sending on.
type ProveView struct {
	// On is the sentence about why sending is on; it is empty while sending is off, or while the page asks
	// for a proof.
	On string
	// Went is the sentence, right after switching on, about the number of kept marks now being sent;
	// otherwise it is empty.
	Went string
	// Roll is then the address of a first roll to take; otherwise it is empty.
	Roll string
	// Before is true if sending goes on without a proof because the school was connected before proofs were
	// required.
	Before bool
	// Paused is true while answers that named other students pause all sending.
	Paused bool
	// Marks are the tried marks, the first one first.
	Marks []ProveMark
	// MayOn is true once the marks prove the connection.
	MayOn bool
	Try   ProveTry
}

// ProveMark is a tried mark of one student.
type ProveMark struct {
	roll.GuidedMark
	Name string
	// Sentence is the sentence about its outcome.
	Sentence string
	// UnderWay is true until the outcome is known.
	UnderWay bool
	// Asks is true if the page asks whether the student got the status.
	Asks bool
	// Wrong is true after a person answered no, or after an answer named another student; MayBe holds the names of the
	// students who may have been marked.
	Wrong bool
	MayBe []string
	// Unknown is true if the school system answered that it does not know the number.
	Unknown bool
}

// Denied reports whether a person did not find the mark in the school system.
func (m *ProveMark) Denied() bool { return m.Seen == roll.SeenWrong }

// ProveTry is the choice of the next mark. Fields without a choice are empty.
type ProveTry struct {
	Classes         []roll.Class
	Class           roll.ClassID
	Students        []layout.Option
	Statuses        []roll.Status
	Student, Status string
	// Sets is the sentence about the effect of the mark, and Fields are those of its form. They are empty until the
	// choice is complete.
	Sets   string
	Fields []string
}

// underWay reports whether the outcome of a mark is not known yet.
func (v *ProveView) underWay() bool {
	return slices.ContainsFunc(v.Marks, func(mark ProveMark) bool { return mark.UnderWay })
}

// asks reports whether a question waits for an answer.
func (v *ProveView) asks() bool {
	return slices.ContainsFunc(v.Marks, func(mark ProveMark) bool { return mark.Asks })
}

// wrong reports whether a mark reached another student.
func (v *ProveView) wrong() bool {
	return slices.ContainsFunc(v.Marks, func(mark ProveMark) bool { return mark.Wrong })
}
