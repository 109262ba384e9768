package examples

import (
	"rollbook/views/absences"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// dateRange shows a week of one student; each date has another outcome.
func dateRange(b Base) *absences.DateRangeView {
	v := &absences.DateRangeView{
		Page: As(b, roll.Office), Enrolment: 41, Student: "Wilhelmina Bartholomew-Featherstonehaugh", Class: "8B",
		From: "2025-11-14", To: "2025-11-20", Earliest: "2025-10-21", Latest: "2025-11-20",
		Statuses: []roll.Status{absent, late}, Reason: &layout.Reason{Asked: true},
	}
	v.Nav = layout.NavStudents
	date := v.From
	for _, outcome := range []roll.Outcome{roll.Saved, roll.Differs, roll.Conflict, roll.Waiting, roll.Stopped,
		roll.Confirming, roll.None} {
		row := absences.DateRow{Day: absences.DateToken{Date: date, Token: "token"}, Cell: cell(outcome),
			Ticked: outcome == roll.None}
		row.Cell.By, row.Cell.Theirs = "J. Rivera (teacher)", "Late"
		if outcome == roll.Saved || outcome == roll.Conflict {
			row.Change = part.Change{Enrolment: v.Enrolment, From: "Excused", To: "Absent", About: "08:52, K. Osei (office)",
				Address: "#history"}
		}
		v.Days = append(v.Days, row)
		date = date.AddDays(1)
	}
	return v
}

func addDateRange(b Base, all map[string]Example) {
	add(all, absences.DateRange, map[string]*absences.DateRangeView{
		"date-range": dateRange(b),
		"date-range-fresh": with(dateRange(b), func(v *absences.DateRangeView) {
			for i := range v.Days {
				v.Days[i].Cell, v.Days[i].Ticked = cell(roll.None), i != 2
				v.Days[i].Closing = roll.Closing{Closed: i == 2, Name: "Autumn break"}
			}
		}),
		"date-range-reversed": with(dateRange(b), func(v *absences.DateRangeView) {
			v.Days, v.Problem = nil, v.Words.Text("range.problem.reversed")
		}),
	})
}
