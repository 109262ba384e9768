package roll

import (
	"slices"
	"strings"
	"time"
)

// Mark is the state of an enrolment on a date: its newest intent, the person behind it, and its outcome.
type Mark struct {
	Enrolment EnrolmentID
	// Version is the number of the newest intent; 0 for none.
	Version int64
	Outcome Outcome
	// Save is the press of the newest intent.
	Save Token
	// Intent is empty for a mark that was only found in the school system, but for the family.
	Intent
	By       Actor
	MarkedAt time.Time
	// Returned is the status as the school system returned it, empty before.
	Returned   string
	AnsweredAt time.Time
	// KeyedBy is the name of the person who noted, at KeyedAt, that the stopped mark was keyed in by hand;
	// empty for none.
	KeyedBy string
	KeyedAt time.Time
}

// Stands reports whether the mark is in the school system as chosen, or on its way there.
func (m Mark) Stands() bool { return m.Version > 0 && (m.Outcome == Saved || m.Outcome.UnderWay()) }

// Shows reports whether the school system already returned the status of this save for an earlier save.
func (m Mark) Shows(save Save) bool {
	return m.Outcome.Returned() && m.Status.ID == save.Status.ID && m.Save != save.Token
}

// Recorded returns the status in the school system, if known, and "" for a status that was only chosen.
func (m Mark) Recorded() string {
	if m.Outcome.Returned() {
		return m.Returned
	}
	return ""
}

// StatusAmong returns the index of the mark's returned status among the statuses, or -1.
func (m Mark) StatusAmong(statuses []Status) int {
	named := slices.IndexFunc(statuses, func(status Status) bool {
		return strings.EqualFold(status.Name, strings.TrimSpace(m.Returned))
	})
	if named >= 0 || m.Outcome != Saved {
		return named
	}
	return slices.IndexFunc(statuses, func(status Status) bool { return status.ID == m.Status.ID })
}

// Rests reports whether a tap changes nothing because the student is in already, by the same status or an
// earlier tap. Rollbook keeps such a tap and does not send it.
func (m Mark) Rests(save Save) bool {
	if !save.By.Taps() || !m.Status.Family.IsIn() || m.Outcome != Saved && !m.Outcome.Pending() {
		return false
	}
	return m.Status.ID == save.Status.ID || m.By.Taps() && m.Status.Family == Present
}

// ConflictsWith reports whether a save may not simply replace this mark: the person had not seen the mark, it
// was accepted after a student's tap, it is the office's and the save a teacher's, or it is a person's and
// the save a tap. An equal status is no conflict. Nor is a mark that the person decided about after seeing
// both values.
func (m Mark) ConflictsWith(save Save, row SaveRow) bool {
	if m.Version == 0 {
		return false
	}
	if save.By.Taps() && !m.By.Taps() && m.Status.ID != save.Status.ID {
		return true
	}
	if m.Same(save.Intent) {
		return false
	}
	if row.Seen != m.Version || row.TappedAt.Before(m.MarkedAt) && !row.TappedAt.IsZero() {
		return true
	}
	return m.By.Role.Corrects() && !save.By.Role.Corrects() && !row.Decided
}

// CorrectedBy reports whether the save corrects this mark: a person who may correct gives another status than
// another person or a tablet gave. Students who come late or leave early are the office's daily work, and no
// corrections. Nor is a decision about a conflict: it was made after seeing both values.
func (m Mark) CorrectedBy(save Save, row SaveRow) bool {
	moves := save.Status.Family == Late || save.Status.Family == LeftEarly
	if moves || row.Decided || save.Guided != "" || !save.By.Role.Corrects() {
		return false
	}
	return m.Version > 0 && m.Status.ID != save.Status.ID && m.By.Person != save.By.Person
}

// ExportedMark is a mark with its student, the class in whose roll it was made, its reason, and its last change.
type ExportedMark struct {
	Date    Date
	Class   string
	ClassID ClassID
	Student Enrolment
	Mark    Mark
	Change  LastChange
	Reason  string
	// Moves are the student's movements of the date. They may be there without a mark.
	Moves []Movement
	// Code is the authority's code, empty for none. Counts is how the mark counts in a summary.
	Code   string
	Counts Counting
	// Former is true for a number that the school system gave to another student since. Such a mark has no Change.
	Former bool
}

// Taken returns who marked the student first. It is the mark's own person for a number that the school
// system gave to another student since.
func (m ExportedMark) Taken() Taking {
	if m.Change.Taken.At.IsZero() {
		return Taking{By: m.Mark.By, At: m.Mark.MarkedAt}
	}
	return m.Change.Taken
}
