package office

import (
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// DayArrival is a student who tapped in on a tablet and whom somebody had marked otherwise.
type DayArrival struct {
	Enrolment roll.EnrolmentID
	// Name is the student's, Clock the time of the tap, HH:MM, and Chosen the status that it means.
	Name, Clock, Chosen string
	// Save is the press of the tap, and Version that of the mark that stands.
	Save    roll.Token
	Version int64
	Roll    paths.RollQuery
}

// confirm returns the address of the form: that of any of the presses, since the decision names its students.
func (a *DayAnswer) confirm() string {
	return a.Paths.SaveDecisions(string(a.School.ID), string(a.Arrivals[0].Save))
}
