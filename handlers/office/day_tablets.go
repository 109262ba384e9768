package office

import (
	"rollbook/handlers/visit"
	"rollbook/views/office"
	"rollbook/web/roll"
)

// tablets lists the tablets that are let in, with the time of each one's last request: a tablet that
// is out of battery or network shows here.
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
