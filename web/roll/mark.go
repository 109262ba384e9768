package roll

import "time"

// Mark holds what Rollbook knows of an enrolment on a date: the newest intent, who
// wanted it, and what has become of it.
type Mark struct {
	Enrolment EnrolmentID
	// Version is the number of the newest intent; 0 means that there is none.
	Version int64
	Outcome Outcome
	// Save is the press that the newest intent belongs to.
	Save Token
	// Status is the status that was asked for.
	Status   StatusID
	Sent     string
	Family   Family
	Observed string
	By       Actor
	MarkedAt time.Time
	// Returned is the status as the school system returned it, empty until then.
	Returned   string
	AnsweredAt time.Time
	// KeyedBy is the name of the person who noted, at KeyedAt, that the stopped mark was keyed
	// in by hand; empty when nobody did.
	KeyedBy string
	KeyedAt time.Time
}

// Shows tells whether the school system returned for an earlier save what this one asks for.
func (m Mark) Shows(save Save) bool {
	return m.Outcome.Returned() && m.Status == save.Status.ID && m.Save != save.Token
}

// Rests tells whether a tap changes nothing: the student is in already, by the same status or by an
// earlier tap. The tap is kept, and the school system is told once.
func (m Mark) Rests(save Save) bool {
	if save.By.Role != AtDoor || !m.Family.IsIn() || m.Outcome != Saved && !m.Outcome.Pending() {
		return false
	}
	return m.Status == save.Status.ID || m.By.Role == AtDoor && m.Family == Present
}

// ConflictsWith tells whether a save may not simply replace this mark: the mark
// is not the one that the person had seen, it was accepted after a student's tap, it is the office's
// word and the save a teacher's, or a person's word and the save a tap. An equal status is no conflict,
// and neither is a mark that the person decided about with both values in view.
func (m Mark) ConflictsWith(save Save, asked Asked) bool {
	if m.Version == 0 {
		return false
	}
	if save.By.Role == AtDoor && m.By.Role != AtDoor && m.Status != save.Status.ID {
		return true
	}
	if m.Status == save.Status.ID && m.Observed == save.Observed {
		return false
	}
	if asked.Seen != m.Version || asked.TappedAt.Before(m.MarkedAt) && !asked.TappedAt.IsZero() {
		return true
	}
	return m.By.Role.Corrects() && !save.By.Role.Corrects() && !asked.Decided
}
