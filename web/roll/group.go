package roll

import "strings"

// groupPrefix begins the ClassID of a group. What follows is random, so that no class of
// a school's data has the same one.
const groupPrefix = "group:"

// The limits of a group: its students, and the characters of its name.
const (
	GroupMembers = 500
	GroupName    = 60
)

// GroupID names a group of a school.
type GroupID string

// Class returns the group's name among classes: its roll is taken like that of a class.
func (id GroupID) Class() ClassID { return groupPrefix + ClassID(id) }

// Group is the group that the class stands for; ok is false for a class of the school's
// data.
func (c ClassID) Group() (id GroupID, ok bool) {
	text, ok := strings.CutPrefix(string(c), groupPrefix)
	return GroupID(text), ok
}

// Group is a set of students of a period whom somebody put together under a name.
type Group struct {
	ID     GroupID
	Period PeriodID
	Name   string
	// Owner is the person whose own group it is, who alone sees it; empty for a group of
	// the school.
	Owner   PersonID
	Members []EnrolmentID
}

// VisibleTo tells whether the person may see the group.
func (g Group) VisibleTo(person PersonID) bool { return g.Owner == "" || g.Owner == person }

// Of returns the group as a class, and those of the period's students who are in it, each once,
// numbered in the order of the list.
func (g Group) Of(students []Enrolment) (Class, []Enrolment) {
	members := make(map[EnrolmentID]bool, len(g.Members))
	for _, id := range g.Members {
		members[id] = true
	}
	var rows []Enrolment
	for _, student := range students {
		if members[student.ID] {
			delete(members, student.ID)
			student.Number = len(rows) + 1
			rows = append(rows, student)
		}
	}
	return Class{ID: g.ID.Class(), Name: g.Name, Students: len(rows), Owner: g.Owner}, rows
}
