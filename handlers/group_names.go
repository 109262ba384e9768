package handlers

import (
	"context"
	"slices"

	"rollbook/web/roll"
)

// Groups tells which students are put together.
type Groups interface {
	Groups(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Group, error)
}

// groupClasses are the groups that the visitor may see, as classes without a number of
// students.
func groupClasses(v *visit, groups []roll.Group) []roll.Class {
	var classes []roll.Class
	for _, group := range visibleTo(v, groups) {
		classes = append(classes, roll.Class{ID: group.ID.Class(), Name: group.Name, Owner: group.Owner})
	}
	return classes
}

// visibleTo are those of the groups that the visitor may see.
func visibleTo(v *visit, groups []roll.Group) []roll.Group {
	return slices.DeleteFunc(slices.Clone(groups), func(group roll.Group) bool { return !group.VisibleTo(v.person.ID) })
}
