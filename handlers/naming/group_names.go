package naming

import (
	"slices"

	"rollbook/handlers/visit"
	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
)

// GroupClasses returns the groups that the visitor may see, as classes without a number of students.
func GroupClasses(v *visit.Visit, groups []roll.Group) []roll.Class {
	var classes []roll.Class
	for _, group := range VisibleTo(v, groups) {
		classes = append(classes, roll.Class{ID: group.ID.Class(), Name: group.Name, Owner: group.Owner})
	}
	return classes
}

// VisibleTo returns the groups that the visitor may see.
func VisibleTo(v *visit.Visit, groups []roll.Group) []roll.Group {
	return slices.DeleteFunc(slices.Clone(groups), func(group roll.Group) bool { return !group.VisibleTo(v.Person.ID) })
}

// Classes returns the classes of the period and the groups that the visitor may see.
func Classes(v *visit.Visit, rosters *rosters.Rosters, period roll.PeriodID) ([]roll.Class, error) {
	classes, _, err := rosters.Classes(v.Ctx, v.School, period)
	if err != nil {
		return nil, err
	}
	groups, err := rosters.Groups(v.Ctx, v.School, period)
	return append(NamedClasses(v, classes), GroupClasses(v, groups)...), err
}

// SharedClasses returns the classes of the period and the school's groups, for a roll that another person
// takes. Personal groups are left out.
func SharedClasses(v *visit.Visit, rosters *rosters.Rosters, period roll.PeriodID) ([]roll.Class, error) {
	classes, err := Classes(v, rosters, period)
	return slices.DeleteFunc(classes, func(class roll.Class) bool { return class.Owner != "" }), err
}
