package readings

import (
	"slices"

	"rollbook/apiclient/mapping"
)

// Types of package mapping that pages need.
type (
	// Call is one of the reading calls, by its name in a mapping's file.
	Call = mapping.Call
	// Reading describes how a call is made and read.
	Reading = mapping.Reading
)

// The calls that pages treat specially.
const (
	Periods  = mapping.Periods
	Classes  = mapping.Classes
	Students = mapping.Students
	People   = mapping.People
	Statuses = mapping.Statuses
	Day      = mapping.Day
)

// Calls returns all calls in order.
func Calls() []Call { return mapping.Calls() }

// Fields returns the names of a call's fields.
func Fields(call Call) []string { return mapping.Fields(call) }

// Draft is a mapping that is not in force yet, with the last trial of each call.
type Draft struct {
	Mapping mapping.Mapping `json:"mapping"`
	// Period is the school period of the trials.
	Period Period `json:"period"`
	// Periods are the possible periods for trials.
	Periods []Period `json:"periods,omitempty"`
	// Opens is the period that rolls open today.
	Opens  Period         `json:"opens,omitzero"`
	Trials map[Call]Trial `json:"lists"`
	// InForce is true when this mapping is in force.
	InForce bool `json:"-"`
}

// Period is a school period for trials.
type Period struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Chosen is true when a person chose it. Otherwise it is the period that a roll opens.
	Chosen bool `json:"chosen,omitempty"`
}

// Reading returns the draft's reading of the call, or that of an example without an address.
func (d Draft) Reading(call Call) Reading {
	reading := d.Mapping.Of(call)
	if example := d.Trials[call].Example; example != nil && reading.Absent {
		reading.List, reading.Fields = example.List, example.Fields
	}
	return reading
}

// Asks reports whether a person must still choose the enrolment id. Until then the draft cannot be put in
// force.
func (d Draft) Asks() bool {
	students := d.Mapping.Of(Students)
	return !students.Absent && students.Fields[mapping.EnrolmentID] == ""
}

// Lacks reports whether the students have one of the doubts and another list, joined by student id, may
// resolve it.
func (d Draft) Lacks(doubts ...Doubt) bool {
	listed := func(doubt Doubt) bool { return slices.Contains(doubts, doubt) }
	return d.Mapping.Of(Students).Fields[mapping.StudentID] != "" && slices.ContainsFunc(d.Trials[Students].Doubts, listed)
}
