package readings

import (
	"slices"

	"rollbook/apiclient/mapping"
)

// What pages need of the calls.
type (
	// Call is one of the reading calls, by its name in a mapping's file.
	Call = mapping.Call
	// Reading describes how a call is made and read.
	Reading = mapping.Reading
)

// The calls that pages treat in a way of their own.
const (
	Periods  = mapping.Periods
	Classes  = mapping.Classes
	Students = mapping.Students
	People   = mapping.People
	Statuses = mapping.Statuses
	Day      = mapping.Day
)

// Calls are all calls in order.
func Calls() []Call { return mapping.Calls() }

// Fields are the fields that a call's items can have.
func Fields(call Call) []string { return mapping.Fields(call) }

// Draft is the mapping by which a school is about to be read, with the last trial of each call.
type Draft struct {
	Mapping mapping.Mapping `json:"mapping"`
	// Period is the school period that the calls were tried for.
	Period Period `json:"period"`
	// Periods are all that can be tried for.
	Periods []Period `json:"periods,omitempty"`
	// Opens is the period that rolls open today.
	Opens  Period         `json:"opens,omitzero"`
	Trials map[Call]Trial `json:"lists"`
	// InForce tells that this mapping is the one by which the school is read.
	InForce bool `json:"-"`
}

// Period is a school period by which calls are tried.
type Period struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Chosen tells that a person chose it; else it is the one that a roll opens.
	Chosen bool `json:"chosen,omitempty"`
}

// Reading returns the draft's reading of the call, or that of an example which waits for its address.
func (d Draft) Reading(call Call) Reading {
	reading := d.Mapping.Of(call)
	if example := d.Trials[call].Example; example != nil && reading.Absent {
		reading.List, reading.Fields = example.List, example.Fields
	}
	return reading
}

// Asks tells that a person has to say first which number saving needs. Then the draft cannot be put
// in force.
func (d Draft) Asks() bool {
	students := d.Mapping.Of(Students)
	return !students.Absent && students.Fields[mapping.EnrolmentID] == ""
}

// Lacks reports whether the students are doubtful in one of the ways, and another list may tell it of them by student id.
func (d Draft) Lacks(ways ...Doubt) bool {
	is := func(doubt Doubt) bool { return slices.Contains(ways, doubt) }
	return d.Mapping.Of(Students).Fields[mapping.StudentID] != "" && slices.ContainsFunc(d.Trials[Students].Doubts, is)
}
