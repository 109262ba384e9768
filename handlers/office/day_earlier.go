package office

import (
	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

// earlier counts the marks of earlier days that wait for a person to send them. Late marks from a tablet are
// on the board of their own day, which is no longer open.
func (d *Days) earlier(v *visit.Visit, today roll.Date) (int, error) {
	stopped, err := d.store.Pending(v.Ctx, v.School.ID, roll.Stopped)
	count := 0
	for _, mark := range stopped {
		if mark.Save.Date < today {
			count++
		}
	}
	return count, err
}
