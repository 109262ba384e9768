package settings

import (
	"slices"

	"rollbook/views/layout"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// GroupsView lists groups of students: the person's own, or the school's.
type GroupsView struct {
	layout.Page
	// Own is true for the person's own groups.
	Own bool
	// Period is the school year or term of the groups; its id is empty if there is none.
	Period roll.Period
	Groups []roll.Class
	// Name is the name of a group that was not created.
	Name string
}

// groupID returns the group of a class on the page.
func groupID(class roll.Class) string {
	id, _ := class.ID.Group()
	return string(id)
}

// roll returns the address of a group's roll.
func (v *GroupsView) roll(class roll.Class) string {
	return v.Paths.Roll(string(v.School.ID), paths.RollQuery{Period: string(v.Period.ID), Class: string(class.ID)})
}

// GroupView is one group, with students to add.
type GroupView struct {
	layout.Page
	Own    bool
	ID     roll.GroupID
	Period roll.PeriodID
	Name   string
	// Members are the group's students; Offered are not in it, and More is true if more of them match.
	Members, Offered []GroupStudent
	More             bool
	// Classes are the choices; Class and Find are those of the request.
	Classes []roll.Class
	Class   roll.ClassID
	Find    string
}

// GroupStudent is a student in a group, or one to add.
type GroupStudent struct {
	Enrolment   roll.EnrolmentID
	Name, Class string
}

// classes are the choices of a class.
func (v *GroupView) classes() []layout.Option {
	named := slices.DeleteFunc(slices.Clone(v.Classes), func(class roll.Class) bool { return class.Name == "" })
	return layout.Options(v.Words.Text("group_list.any_class"), named, layout.ClassOption)
}

func (v *GroupView) address() string {
	return v.Paths.Group(string(v.School.ID), string(v.ID), v.Own)
}

func (v *GroupView) roll() string {
	return v.Paths.Roll(string(v.School.ID), paths.RollQuery{Period: string(v.Period), Class: string(v.ID.Class())})
}
