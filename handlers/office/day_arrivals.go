package office

import (
	"cmp"
	"slices"

	"rollbook/handlers/naming"
	"rollbook/views/office"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// arrivals returns the students who tapped in on the date after a person had marked them otherwise, the
// earliest first.
func (d *Days) arrivals(requested *boardRequest, read roll.Board) ([]office.DayArrival, error) {
	v := requested.visit
	if !slices.ContainsFunc(read.Classes, func(class roll.ClassDay) bool { return class.Need > 0 }) {
		return nil, nil
	}
	held, err := d.store.HeldAtDoors(v.Ctx, v.School.ID, requested.Date)
	if err != nil || len(held) == 0 {
		return nil, err
	}
	names, err := naming.NamesOf(v, d.rosters, requested.period.ID)
	if err != nil {
		return nil, err
	}
	list := make([]office.DayArrival, 0, len(held))
	for enrolment, tap := range held {
		list = append(list, office.DayArrival{
			HeldMark: tap, Name: names.Of(enrolment, tap.Student), Clock: naming.WallTime(tap.Observed),
			Roll: paths.RollQuery{Period: string(requested.period.ID), Class: string(names.Students[enrolment].Class), Date: string(requested.Date)},
		})
	}
	slices.SortFunc(list, func(a, b office.DayArrival) int {
		return cmp.Or(cmp.Compare(a.Clock, b.Clock), cmp.Compare(a.Enrolment, b.Enrolment))
	})
	return list, nil
}
