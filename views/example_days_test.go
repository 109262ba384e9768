package views_test

import (
	"testing"

	"rollbook/views"
	"rollbook/web/roll"
)

// days is a week of one student of which every date has become something else.
func days(t testing.TB) *views.DaysView {
	v := &views.DaysView{
		Page: office(t, roll.Office), Enrolment: 41, Student: "Wilhelmina Bartholomew-Featherstonehaugh", Class: "8B",
		From: "2025-11-14", To: "2025-11-20", Earliest: "2025-10-21", Latest: "2025-11-20",
		Statuses: []roll.Status{absent, late},
	}
	v.Nav = views.NavStudents
	date := v.From
	for _, outcome := range []roll.Outcome{roll.Saved, roll.Differs, roll.Conflict, roll.Waiting, roll.Stopped, roll.Confirming, roll.None} {
		row := views.DayRow{Day: views.DayToken{Date: date, Token: "token"}, Cell: cell(outcome), Ticked: outcome == roll.None}
		row.Cell.By, row.Cell.Theirs = "J. Rivera (teacher)", "Late"
		v.Days = append(v.Days, row)
		date = date.AddDays(1)
	}
	return v
}

func addDays(t testing.TB, all map[string]example) {
	t.Helper()
	week := days(t)
	all["days"] = example{&week.Page, views.Days(week)}
	fresh := days(t)
	for i := range fresh.Days {
		fresh.Days[i].Cell, fresh.Days[i].Ticked = cell(roll.None), true
	}
	all["days-fresh"] = example{&fresh.Page, views.Days(fresh)}
	wrong := days(t)
	wrong.Days, wrong.Problem = nil, wrong.Words.Text("days.problem.reversed")
	all["days-reversed"] = example{&wrong.Page, views.Days(wrong)}
}
