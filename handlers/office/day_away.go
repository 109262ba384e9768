package office

import (
	"slices"

	"rollbook/views/office"
	"rollbook/web/roll"
)

// statusOf returns the status of a mark as the chart counts it, or the requested status for a mark that is
// not sent yet.
func (a *boardRequest) statusOf(marked roll.StudentDay) (status office.DayCount, kept bool) {
	kind := marked.Kind
	if kept = kind.Outcome == roll.Waiting; !kept {
		return a.counted(kind), false
	}
	at := slices.IndexFunc(a.statuses, func(status roll.Status) bool { return status.ID == marked.Requested })
	if at < 0 {
		return office.DayCount{}, true
	}
	return a.counted(roll.MarkKind{Outcome: roll.Saved, Returned: a.statuses[at].Name, Status: marked.Requested}), true
}
