package office

import (
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/views/office"
	"rollbook/web/roll"
)

// awayOf returns the absent and excused students, class by class in list order. It includes marks that are
// not sent yet, because a search for a child must not wait for them.
func awayOf(asked *boardAsked, read roll.Board) []office.DayAway {
	v := asked.visit
	var away []office.DayAway
	place := make(map[roll.ClassID]int)
	for i, class := range read.Classes {
		place[class.Class.ID] = i
	}
	for _, marked := range read.Marked {
		status, kept := asked.statusOf(marked)
		if status.Look != string(roll.Absent) && status.Look != string(roll.Excused) {
			continue
		}
		class := marked.Student.Class
		one := office.DayAway{
			Class: naming.ClassNameOf(v.Words, marked.Student), Place: place[class], Roll: asked.rollOf(class),
			Name: naming.StudentName(v.Words, marked.Student), Kept: kept,
			Status: status.Label, Look: status.Look, Letter: status.Letter,
			Clock: v.Words.Text("roll.elsewhere"),
		}
		if !marked.At.IsZero() {
			one.Clock = v.DayAndClock(marked.At, asked.Date)
		}
		away = append(away, one)
	}
	slices.SortStableFunc(away, func(a, b office.DayAway) int { return a.Place - b.Place })
	return away
}

// statusOf returns the status of a mark as the chart counts it, or the requested status for a mark that is
// not sent yet.
func (a *boardAsked) statusOf(marked roll.StudentDay) (status office.DayCount, kept bool) {
	kind := marked.Kind
	if kept = kind.Outcome == roll.Waiting; !kept {
		return a.counted(kind), false
	}
	at := slices.IndexFunc(a.statuses, func(status roll.Status) bool { return status.ID == marked.Asked })
	if at < 0 {
		return office.DayCount{}, true
	}
	return a.counted(roll.MarkKind{Outcome: roll.Saved, Returned: a.statuses[at].Name, Status: marked.Asked}), true
}

// counted returns the row of the chart for marks of the kind.
func (a *boardAsked) counted(kind roll.MarkKind) office.DayCount {
	words := a.visit.Words
	switch kind.Outcome {
	case roll.None:
		return office.DayCount{Label: words.Text("day.chart.none"), Letter: "–", Place: placeNone}
	case roll.Waiting:
		return office.DayCount{Label: words.Text("day.chart.under_way"), Look: string(roll.Waiting), Letter: "...", Place: placeUnderWay}
	case roll.Stopped:
		return office.DayCount{Label: words.Text("day.chart.need"), Look: string(roll.Stopped), Letter: "!", Place: placeNeed}
	case roll.Saved, roll.Differs, roll.Refused, roll.Conflict, roll.Confirming, roll.Superseded:
	}
	read := &taking.Sheet{Visit: a.visit, Statuses: a.statuses}
	mark := roll.Mark{Outcome: roll.Saved, Returned: kind.Returned, Status: kind.Status}
	if at := read.StatusOf(mark); at >= 0 {
		status := a.statuses[at]
		return office.DayCount{Label: status.Name, Look: string(status.Family), Letter: status.Letter, Place: at}
	}
	family, letter := read.Chip(mark)
	return office.DayCount{Label: kind.Returned, Look: string(family), Letter: letter, Place: placeOther}
}
