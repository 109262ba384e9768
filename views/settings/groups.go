package settings

import (
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// GroupsView lists groups of students: a person's own, or the school's.
type GroupsView struct {
	layout.Page
	// Own is true for a person's own groups.
	Own bool
	// Period is the school year or term that they belong to; without an id there is none.
	Period roll.Period
	Groups []roll.Class
	// Name was typed for a group that was not made; Problem says why, in a sentence.
	Name, Problem string
}

// groupID is the group that a class of the page stands for.
func groupID(class roll.Class) string {
	id, _ := class.ID.Group()
	return string(id)
}

// roll is the address of a group's roll.
func (v *GroupsView) roll(class roll.Class) string {
	return v.Paths.Roll(string(v.School.ID), paths.RollQuery{Period: string(v.Period.ID), Class: string(class.ID)})
}

// either is the key for a person's own groups, or the one for the school's.
func (v *GroupsView) either(own, school language.Key) language.Key {
	if v.Own {
		return own
	}
	return school
}

// GroupView is one group, with students to put into it.
type GroupView struct {
	layout.Page
	Own    bool
	ID     roll.GroupID
	Period roll.PeriodID
	Name   string
	// Members are in the group; Offered are not, and More is true where more of them match.
	Members, Offered []GroupStudent
	More             bool
	// Classes can be chosen from; Class and Find are those that were asked for.
	Classes []roll.Class
	Class   roll.ClassID
	Find    string
	// Kept is true after a change was stored; Problem says why it was not, in a sentence.
	Kept    bool
	Problem string
}

// GroupStudent is a student who is in a group or may be.
type GroupStudent struct {
	Enrolment   roll.EnrolmentID
	Name, Class string
}

func (v *GroupView) address() string {
	return v.Paths.Group(string(v.School.ID), string(v.ID), v.Own)
}

func (v *GroupView) roll() string {
	return v.Paths.Roll(string(v.School.ID), paths.RollQuery{Period: string(v.Period), Class: string(v.ID.Class())})
}
