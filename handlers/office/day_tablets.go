package office

import (
	"rollbook/handlers/visit"
	"rollbook/views/office"
	"rollbook/web/roll"
)

// tablets are the tablets that are let in, and when each last asked for something: whoever runs out
// of battery or network is seen here.
func (d *Days) tablets(v *visit.Visit, today roll.Date) ([]office.DayTablet, error) {
	now := d.Clock()
	list, _, err := d.Tablets.Of(v.Ctx, v.School.ID)
	if err != nil {
		return nil, err
	}
	var paired []office.DayTablet
	for i := range list {
		if list[i].State() == roll.TabletPaired {
			paired = append(paired, office.DayTablet{Name: list[i].Name, Seen: v.DayAndClock(list[i].SeenAt, today), Waiting: list[i].Waiting, Rolls: v.KeptRolls(&list[i], now)})
		}
	}
	return paired, nil
}
