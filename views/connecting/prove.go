package connecting

import (
	"slices"

	"rollbook/web/roll"
)

// ProveView holds the last two steps of connecting: one mark is tried, and sending is switched
// on.
type ProveView struct {
	// On says in a sentence why sending is on; empty while it is not, or while a proof is asked
	// for.
	On string
	// Went says how many kept marks go since it was switched on a moment ago; else empty.
	Went string
	// Roll is the address of a first roll to take, then; else empty.
	Roll string
	// Before is true where sending goes on without a proof: the school was connected before.
	Before bool
	// Later is true while the school is not yet read as the page shows.
	Later bool
	// Paused is true while answers that named other students hold everything.
	Paused bool
	// Problem says in a sentence why a press was not taken.
	Problem string
	// Marks are the marks that were tried, the first of them first.
	Marks []ProveMark
	// MayOn is true once they prove the connection.
	MayOn bool
	Try   ProveTry
}

// ProveMark is a mark of one student that was tried.
type ProveMark struct {
	Save roll.Token
	Name string
	// Said tells its outcome in a sentence.
	Said string
	// UnderWay is true until the outcome is known.
	UnderWay bool
	// Status is the status that the person is to look for in the school system.
	Status string
	// Asks is true where the page asks whether the student got it.
	Asks bool
	// Wrong is true once somebody said no, or the answer named somebody else; Number is the
	// number that was sent, and MayBe holds the names of those who may have been marked.
	Wrong  bool
	Denied bool
	// Unknown is true where the school system answered that it does not know the number.
	Unknown bool
	Number  roll.EnrolmentID
	MayBe   []string
}

// ProveTry is the choice of the next mark. What is not chosen yet is empty.
type ProveTry struct {
	Classes  []roll.Class
	Class    roll.ClassID
	Students []ProveStudent
	Student  roll.EnrolmentID
	Statuses []roll.Status
	Status   roll.StatusID
	// Sets says in a sentence what the mark will do; empty until the choice is complete. The
	// other fields are those that the form then sends.
	Sets   string
	Save   roll.Token
	Period roll.PeriodID
	Date   roll.Date
	Seen   int64
}

// ProveStudent is a student who can be chosen.
type ProveStudent struct {
	Enrolment roll.EnrolmentID
	Name      string
}

// underWay reports whether a mark's outcome is still to come.
func (v *ProveView) underWay() bool {
	return slices.ContainsFunc(v.Marks, func(mark ProveMark) bool { return mark.UnderWay })
}

// asks reports whether a question waits for its answer.
func (v *ProveView) asks() bool {
	return slices.ContainsFunc(v.Marks, func(mark ProveMark) bool { return mark.Asks })
}

// wrong reports whether a mark reached somebody else.
func (v *ProveView) wrong() bool {
	return slices.ContainsFunc(v.Marks, func(mark ProveMark) bool { return mark.Wrong })
}
