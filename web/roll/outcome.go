package roll

import (
	"maps"
	"slices"
)

// Outcome is the state of a student's mark on a date, as a row shows it.
type Outcome string

// The outcomes.
const (
	// None: no mark yet.
	None Outcome = "none"
	// Saved: the school system returned the status that was sent, and no open request can change it.
	Saved Outcome = "saved"
	// Differs: the school system recorded another status than the one sent.
	Differs Outcome = "differs"
	// Refused: the school system did not accept the mark.
	Refused Outcome = "refused"
	// Conflict: another person marked the student after the page was made.
	Conflict Outcome = "conflict"
	// Confirming: sent, and at least one answer is missing.
	Confirming Outcome = "confirming"
	// Waiting: accepted by Rollbook, and not sent or not yet answered.
	Waiting Outcome = "waiting"
	// Stopped: it waited too long to be sent automatically.
	Stopped Outcome = "stopped"
	// Superseded, in histories only: a newer mark replaced it before it was settled.
	Superseded Outcome = "superseded"
)

// meaning contains the properties of an outcome.
type meaning struct{ needsPerson, underWay, returned, otherThere, clearsTick bool }

var meanings = map[Outcome]meaning{
	None:       {},
	Saved:      {returned: true, clearsTick: true},
	Differs:    {needsPerson: true, returned: true, otherThere: true, clearsTick: true},
	Refused:    {needsPerson: true},
	Conflict:   {needsPerson: true, otherThere: true, clearsTick: true},
	Confirming: {underWay: true, clearsTick: true},
	Waiting:    {underWay: true, clearsTick: true},
	Stopped:    {needsPerson: true, clearsTick: true},
	Superseded: {clearsTick: true},
}

// Outcomes returns all outcomes that match, sorted by name.
func Outcomes(match func(Outcome) bool) []Outcome {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(meanings)), func(o Outcome) bool { return !match(o) })
}

// NeedsPerson reports whether a person must act.
func (o Outcome) NeedsPerson() bool { return meanings[o].needsPerson }

// UnderWay reports whether the outcome changes without a person.
func (o Outcome) UnderWay() bool { return meanings[o].underWay }

// Pending reports whether the mark is still to be sent, automatically or by a person.
func (o Outcome) Pending() bool { return o.UnderWay() || o == Stopped }

// Returned reports whether the school system answered the mark with a status.
func (o Outcome) Returned() bool { return meanings[o].returned }

// ClearsTick reports whether a row loses its tick when it shows the outcome.
func (o Outcome) ClearsTick() bool { return meanings[o].clearsTick }
