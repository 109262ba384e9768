package office

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/views/office"
	"rollbook/web/roll"
)

// dayTablets returns the paired tablets by class, today only, with the time of each one's last request, so that
// a tablet without battery or network is noticed.
func (d *Days) dayTablets(requested *boardRequest) ([]office.DayTablet, error) {
	v, today := requested.visit, requested.today
	if requested.Date != today {
		return nil, nil
	}
	list, _, err := d.tablets.Of(v.Ctx, v.School.ID)
	if err != nil {
		return nil, err
	}
	var paired []office.DayTablet
	for i := range list {
		if tablet := &list[i]; tablet.State() == roll.TabletPaired {
			paired = append(paired, office.DayTablet{
				Name: tablet.Name, Classes: strings.Join(slices.Sorted(slices.Values(tablet.ClassNames())), ", "), There: d.tablets.There(tablet.ID),
				Seen: v.DayAndClock(tablet.SeenAt, today), Waiting: tablet.Waiting, Rolls: v.KeptRolls(tablet, v.Now()),
			})
		}
	}
	slices.SortFunc(paired, func(a, b office.DayTablet) int {
		return cmp.Or(cmp.Compare(a.Classes, b.Classes), cmp.Compare(a.Name, b.Name))
	})
	return paired, nil
}
