package office

import (
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// DayArrival is a student who tapped in on a tablet although a person had marked the student otherwise.
type DayArrival struct {
	roll.HeldMark
	// Name is the student's, Clock the time of the tap, HH:MM.
	Name, Clock string
	Roll        paths.RollQuery
}

// confirm returns the form's address: that of any of the saves, because the decision names its students.
func (a *DayAnswer) confirm() string {
	return a.Paths.SaveDecisions(string(a.School.ID), string(a.Arrivals[0].Save))
}
