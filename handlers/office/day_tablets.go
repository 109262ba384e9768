package office

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/office"
	"rollbook/web/roll"
)

// dayTablets returns the paired tablets by class, with the time of each one's last request, so that a tablet
// without battery or network is noticed.
func (d *Days) dayTablets(v *visit.Visit, today roll.Date) ([]office.DayTablet, error) {
	now := v.Now()
	list, _, err := d.tablets.Of(v.Ctx, v.School.ID)
	if err != nil {
		return nil, err
	}
	var paired []office.DayTablet
	for i := range list {
		if list[i].State() == roll.TabletPaired {
			paired = append(paired, office.DayTablet{Name: list[i].Name, Classes: strings.Join(slices.Sorted(slices.Values(list[i].ClassNames())), ", "), There: d.tablets.There(list[i].ID), Seen: v.DayAndClock(list[i].SeenAt, today), Waiting: list[i].Waiting, Rolls: v.KeptRolls(&list[i], now)})
		}
	}
	slices.SortFunc(paired, func(a, b office.DayTablet) int {
		return cmp.Or(cmp.Compare(a.Classes, b.Classes), cmp.Compare(a.Name, b.Name))
	})
	return paired, nil
}
