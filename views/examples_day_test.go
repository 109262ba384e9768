package views_test

import (
	"fmt"
	"testing"

	"rollbook/views"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// addDay adds the office's pages of a day.
func addDay(t testing.TB, all map[string]example) {
	for name, v := range map[string]*views.DayView{
		"day": dayBoard(t, "2025-11-20"), "day-past": dayBoard(t, "2025-11-18"), "day-empty": dayEmpty(t),
	} {
		all[name] = example{&v.Page, views.Day(v)}
	}
	addTimes(t, all)
	for name, wrong := range map[string]bool{"day-settings": false, "day-settings-wrong": true} {
		v := &views.DaySettingsView{Page: settingsPage(t), Due: "08:45", Past: "30", Kept: !wrong, Wrong: wrong, WrongPast: wrong}
		v.Office = true
		all[name] = example{&v.Page, views.DaySettings(v)}
	}
}

func officeDay(t testing.TB) views.Page {
	p := as(t, roll.Office)
	p.Nav, p.Office = views.NavDay, true
	return p
}

func dayEmpty(t testing.TB) *views.DayView {
	return &views.DayView{Page: officeDay(t), Date: "2025-11-20", Today: "2025-11-20", Earliest: "2025-10-21", Empty: views.HomeNotRead}
}

// dayBoard is a board with a class in every state, and an awkward name.
func dayBoard(t testing.TB, date roll.Date) *views.DayView {
	v := &views.DayView{
		Page: officeDay(t), Date: date, Today: "2025-11-20", Earliest: "2025-10-21", Period: roll.Period{ID: "7", Name: "2025/26"}, Due: "08:30",
		CellsAddress: "/none", EventsAddress: "/none",
		Parts: views.DayParts{Chart: []views.DayCount{
			{Label: "Present", Look: "present", Letter: "P", Students: 611}, {Label: "Absent", Look: "absent", Letter: "A", Students: 23},
			{Label: "Late", Look: "late", Letter: "L", Students: 12}, {Label: "Beurlaubt mit sehr langem Namen", Look: "other", Letter: "?", Students: 1},
			{Label: "On the way", Look: "waiting", Letter: "...", Students: 14}, {Label: "Needs you", Look: "stopped", Letter: "!", Students: 2},
			{Label: "No mark yet", Letter: "–", Students: 205},
		}},
	}
	for i, cell := range []views.DayCell{
		{State: roll.ClassUntouched, Overdue: 22}, {State: roll.ClassUntouched, Overdue: 22},
		{State: roll.ClassOpened, By: "Theodora Abara", Clock: "08:34", Overdue: 22},
		{State: roll.ClassPartly, Marked: 25, By: "S. Novak", Clock: "08:36", Overdue: 22},
		{State: roll.ClassNeeds, Marked: 26, Need: 1, By: "P. Lang", Clock: "08:31", Overdue: 22},
		{State: roll.ClassUnderWay, Marked: 28, UnderWay: 28, By: "G. Adeyemi", Clock: "08:33"},
		{State: roll.ClassPartly, Marked: 2, Elsewhere: 20, Read: "08:35", By: "P. Lang", Clock: "08:31", Overdue: 22}, {State: roll.ClassDone, Elsewhere: 28, Read: "08:35"},
		{State: roll.ClassDone, Marked: 28, By: "\u202eعربي <b>", Clock: "08:29"}, {State: roll.ClassDone, Marked: 28, By: "P. Lang", Clock: "08:27"},
	} {
		if cell.Students, cell.ID = 28, fmt.Sprintf("c%d", i); date < v.Today {
			cell.Overdue = 0
		}
		name := fmt.Sprintf("%dA", i+5)
		if i == 5 {
			name = "Vorbereitungsklasse der Sekundarstufe <II> nachmittags"
		}
		v.Parts.Cells = append(v.Parts.Cells, cell)
		v.Classes = append(v.Classes, views.DayClass{Name: name, Roll: paths.RollQuery{Period: "7", Class: name}, Cell: cell})
	}
	return v
}
