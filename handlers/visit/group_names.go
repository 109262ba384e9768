package visit

import (
	"slices"

	"rollbook/web/roll"
)

// GroupClasses are the groups that the visitor may see, as classes without a number of
// students.
func GroupClasses(v *Visit, groups []roll.Group) []roll.Class {
	var classes []roll.Class
	for _, group := range VisibleTo(v, groups) {
		classes = append(classes, roll.Class{ID: group.ID.Class(), Name: group.Name, Owner: group.Owner})
	}
	return classes
}

// VisibleTo are those of the groups that the visitor may see.
func VisibleTo(v *Visit, groups []roll.Group) []roll.Group {
	return slices.DeleteFunc(slices.Clone(groups), func(group roll.Group) bool { return !group.VisibleTo(v.Person.ID) })
}
