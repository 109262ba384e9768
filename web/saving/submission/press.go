// Package submission takes a press of Save: it holds the press against what the
// school offers and the person may do, has it kept, and waits a moment for the
// school system's answer.
package submission

import (
	"slices"
	"time"

	"rollbook/web/roll"
)

// ReasonLimit is the most characters of a reason.
const ReasonLimit = 500

// Press is a press as a page sent it, read but not yet judged.
type Press struct {
	// Save and OthersSave are the tokens of the page.
	Save, OthersSave roll.Token
	Period           roll.PeriodID
	Class            roll.ClassID
	Date             roll.Date
	// Enrolments were ticked; Status is 0 when none was chosen.
	Enrolments []roll.EnrolmentID
	Status     roll.StatusID
	Check      string
	Time       string
	Reason     string
	// Seen is the version that the page showed, by enrolment; missing is 0.
	Seen map[roll.EnrolmentID]int64
	// Others get OthersStatus in a second save; 0 for no second save.
	Others       []roll.EnrolmentID
	OthersStatus roll.StatusID
	// Taps are the instants at which students tapped their names on a tablet, by enrolment, all of
	// one minute; nil for the press of a person. Status is then that of the first time that the
	// same taps came, or 0.
	Taps map[roll.EnrolmentID]time.Time
	// Guided is the connection that the press proves; empty for an ordinary press. Only an
	// admin's press for exactly one student and today may carry it.
	Guided roll.Subject
	// Generation is the school's when the page was made.
	Generation int64
}

// Tokens returns the tokens of the saves that the press makes.
func (p Press) Tokens() []roll.Token {
	var tokens []roll.Token
	if len(p.Enrolments) > 0 {
		tokens = append(tokens, p.Save)
	}
	if len(p.others()) > 0 {
		tokens = append(tokens, p.OthersSave)
	}
	return tokens
}

// others returns the enrolments of the second save that are not in the first.
func (p Press) others() []roll.EnrolmentID {
	if p.OthersStatus == 0 {
		return nil
	}
	first := make(map[roll.EnrolmentID]bool, len(p.Enrolments))
	for _, id := range p.Enrolments {
		first[id] = true
	}
	return slices.DeleteFunc(slices.Clone(p.Others), func(id roll.EnrolmentID) bool { return first[id] })
}
