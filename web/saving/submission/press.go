// Package submission handles a press of Save: it checks the press against the school's lists and the person's
// rights, stores it, and waits briefly for the school system's answer.
package submission

import (
	"slices"
	"time"

	"rollbook/web/roll"
)

// ReasonLimit is the most characters of a reason.
const ReasonLimit = 500

// Press is a press as a page sent it, parsed but not yet checked.
type Press struct {
	// Save and OthersSave are the tokens of the page.
	Save, OthersSave roll.Token
	Period           roll.PeriodID
	Class            roll.ClassID
	Date             roll.Date
	// Enrolments are the ticked ones. Status is 0 for none: a check of one student then leaves the mark as it is.
	Enrolments []roll.EnrolmentID
	Status     roll.StatusID
	Check      string
	Time       string
	Reason     string
	// Seen is the version on the page, by enrolment. A missing one is 0.
	Seen map[roll.EnrolmentID]int64
	// Others get OthersStatus in a second save, unless it is 0.
	Others       []roll.EnrolmentID
	OthersStatus roll.StatusID
	// Known are the students without a tick who get the status of their known absence, a save for each status.
	Known []Part
	// Taps are the times at which students tapped their names on a tablet, by enrolment, all within one
	// minute; nil for a person's press. Status is then the one given when the same taps first came, or 0.
	Taps map[roll.EnrolmentID]time.Time
	// Guided is the connection that the press is meant to prove; empty for an ordinary press. Only an admin's
	// press for exactly one student and today may have it.
	Guided roll.Subject
	// Movement is the movement that the press keeps, or nil, and Removes the one that it removes, or empty: of the ticked
	// student.
	Movement *roll.Movement
	Removes  roll.Token
	// Absences are the known absences that the press keeps, with sealed details.
	Absences []roll.KnownAbsence
	// OnClosedDay is true when the person presses again, knowing that the school is closed on the date.
	OnClosedDay bool
	// Generation is the school's generation when the page was made.
	Generation int64
}

// Part is a further save of a press: students who were shown without a mark, with one status.
type Part struct {
	Save       roll.Token
	Status     roll.StatusID
	Enrolments []roll.EnrolmentID
	// left are those who get no mark after all (Save.Left).
	left []roll.EnrolmentID
}

// Tokens returns the tokens of the press's saves.
func (p Press) Tokens() []roll.Token {
	var tokens []roll.Token
	if len(p.Enrolments) > 0 {
		tokens = append(tokens, p.Save)
	}
	if len(p.others()) > 0 {
		tokens = append(tokens, p.OthersSave)
	}
	for _, part := range p.Known {
		tokens = append(tokens, part.Save)
	}
	return tokens
}

// others returns the enrolments of the second save that are in no other.
func (p Press) others() []roll.EnrolmentID {
	if p.OthersStatus == 0 {
		return nil
	}
	first := make(map[roll.EnrolmentID]bool, len(p.Enrolments))
	for _, id := range p.Enrolments {
		first[id] = true
	}
	for _, part := range p.Known {
		for _, id := range part.Enrolments {
			first[id] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(p.Others), func(id roll.EnrolmentID) bool { return first[id] })
}
