package naming

import (
	"cmp"
	"slices"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

// InOrder returns the students of a class in the order that the visitor chose. Students of the same name stay as
// listed.
func InOrder(v *visit.Visit, listed []roll.Enrolment) []roll.Enrolment {
	order := v.Person.Order
	if order == roll.AsListed {
		return listed
	}
	compare := v.Words.Comparing()
	by := func(a, b roll.Enrolment) int { return cmp.Or(compare(a.Family, b.Family), compare(a.Given, b.Given)) }
	if order == roll.ByGivenName {
		by = func(a, b roll.Enrolment) int { return cmp.Or(compare(a.Given, b.Given), compare(a.Family, b.Family)) }
	}
	ordered := slices.Clone(listed)
	slices.SortStableFunc(ordered, by)
	return ordered
}
