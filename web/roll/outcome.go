package roll

import (
	"maps"
	"slices"
)

// Outcome tells what has become of a student's mark on a date, as a row shows it.
type Outcome string

// The outcomes, with what a row says.
const (
	// None: no mark yet.
	None Outcome = "none"
	// Saved: the school system answered with the status that was sent, and nothing
	// that is still under way can change it.
	Saved Outcome = "saved"
	// Differs: it recorded another status than the one sent.
	Differs Outcome = "differs"
	// Refused: it did not accept the mark.
	Refused Outcome = "refused"
	// Conflict: somebody else marked the student since the page was made.
	Conflict Outcome = "conflict"
	// Confirming: sent, and at least one reply is missing.
	Confirming Outcome = "confirming"
	// Waiting: accepted by Rollbook, and not sent or still under way.
	Waiting Outcome = "waiting"
	// Stopped: it waited too long to be sent by itself.
	Stopped Outcome = "stopped"
	// Superseded, in histories only: a newer mark replaced it before it was settled.
	Superseded Outcome = "superseded"
)

// meaning tells what people and programs do about an outcome.
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

// Outcomes lists the outcomes of which the question is true, sorted by their names.
func Outcomes(is func(Outcome) bool) []Outcome {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(meanings)), func(o Outcome) bool { return !is(o) })
}

// NeedsPerson tells whether somebody has to look at it.
func (o Outcome) NeedsPerson() bool { return meanings[o].needsPerson }

// UnderWay tells whether it changes by itself.
func (o Outcome) UnderWay() bool { return meanings[o].underWay }

// Pending tells whether the mark has yet to be sent, by itself or by a person.
func (o Outcome) Pending() bool { return o.UnderWay() || o == Stopped }

// Returned tells whether the school system answered the mark with a status.
func (o Outcome) Returned() bool { return meanings[o].returned }

// OtherThere tells whether the school system has another status than the one chosen.
func (o Outcome) OtherThere() bool { return meanings[o].otherThere }

// ClearsTick tells whether a row's tick goes once the outcome is shown.
func (o Outcome) ClearsTick() bool { return meanings[o].clearsTick }
