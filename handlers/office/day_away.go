package office

import (
	"slices"
	"strings"

	"rollbook/handlers/taking"
	"rollbook/views/office"
	"rollbook/web/roll"
)

// statusOf returns the row of the chart that counts the student: her status in the school system, or the
// requested one while only Rollbook has the mark. It returns the row "Needs you" for a student who may or may
// not be in the building.
func (a *boardRequest) statusOf(day roll.StudentDay) (row office.DayCount, kept bool) {
	words, mark := a.visit.Words, day.Mark
	if mark.Version == 0 {
		return office.DayCount{Label: words.Text("day.chart.none"), Letter: "–", Place: placeNone}, false
	}
	known := mark.Outcome == roll.Saved || mark.Outcome == roll.Differs
	at := slices.IndexFunc(a.statuses, func(status roll.Status) bool { return status.ID == mark.Status })
	if known {
		at = (&taking.Sheet{Visit: a.visit, Statuses: a.statuses}).StatusOf(mark)
	}
	switch {
	case at >= 0:
		status := a.statuses[at]
		row = office.DayCount{Label: status.Name, Look: string(status.Family), Letter: status.Letter, Place: at}
	case known:
		row = office.DayCount{Label: strings.TrimSpace(mark.Returned), Look: string(roll.GuessFamily(mark.Returned)), Letter: "?", Place: placeOther}
	default:
		row = office.DayCount{Label: mark.Sent, Look: string(mark.Family), Letter: "?", Place: placeOther}
	}
	if day.Place == roll.Unaccounted && row.Look != string(roll.Other) {
		return office.DayCount{Label: words.Text("day.chart.need"), Look: string(roll.Stopped), Letter: "!", Place: placeNeed}, false
	}
	return row, !known
}
