package office

import (
	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

// earlier counts the marks of days before today that wait for a person to send them: marks that
// came from a tablet after their day stand on the board of that day, where nobody looks today.
func (d *Days) earlier(v *visit.Visit, today roll.Date) (int, error) {
	stopped, err := d.Store.Pending(v.Ctx, v.School.ID, roll.Stopped)
	count := 0
	for _, mark := range stopped {
		if mark.Save.Date < today {
			count++
		}
	}
	return count, err
}
