package roll

// Outcome is what has become of a student's mark on a date, as a row shows it.
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
)

// NeedsPerson tells whether somebody has to look at it.
func (o Outcome) NeedsPerson() bool {
	return o == Differs || o == Refused || o == Conflict || o == Stopped
}

// UnderWay tells whether it changes by itself.
func (o Outcome) UnderWay() bool { return o == Confirming || o == Waiting }

// ClearsTick tells whether a row's tick goes once the outcome is shown.
func (o Outcome) ClearsTick() bool { return o != None && o != Refused && o != Conflict }
