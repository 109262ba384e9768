package roll

import "strings"

// groupPrefix begins the ClassID of a group. The random rest makes it unlike every class of a school's data.
const groupPrefix = "group:"

// The limits of a group: its students, and the characters of its name.
const (
	GroupMembers = 500
	GroupName    = 60
)

// GroupID identifies a group of a school.
type GroupID string

// Class returns the group's id as a class. Its roll is taken like that of a class.
func (id GroupID) Class() ClassID { return groupPrefix + ClassID(id) }

// Group returns the group behind the class. It returns false for a class of the school's data.
func (c ClassID) Group() (id GroupID, ok bool) {
	text, ok := strings.CutPrefix(string(c), groupPrefix)
	return GroupID(text), ok
}

// Group is a named set of students of a period, chosen by a person.
type Group struct {
	ID     GroupID
	Period PeriodID
	Name   string
	// Owner is the only person who sees the group; empty for a group of the whole school.
	Owner   PersonID
	Members []EnrolmentID
}

// VisibleTo reports whether the person may see the group.
func (g Group) VisibleTo(person PersonID) bool { return g.Owner == "" || g.Owner == person }

// Of returns the group as a class with its members among the period's students, each once, numbered in list
// order.
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
	return Class{ID: g.ID.Class(), Name: g.Name, Students: len(rows), Period: g.Period, Owner: g.Owner}, rows
}
