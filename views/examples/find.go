package examples

import (
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/views/part"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// addFind adds the page of the search for students.
func addFind(b Base, all map[string]Example) {
	// A student who was opened while others are in the tray.
	v, tray := found(b, "2025-11-20"), with(found(b, "2025-11-20"), collected)
	v.SearchText, v.Results, v.All, v.More, v.Alone = "", v.Results[:1], 1, false, true
	v.Results[0].Form.Result, v.Collected, v.Tray = "", tray.Collected[1:], tray.Tray[1:]
	add(all, findPage(b, ""), office.Find, map[string]*office.FindView{
		"find": found(b, "2025-11-20"), "find-past": found(b, "2025-11-18"),
		"find-tray": with(found(b, "2025-11-20"), collected), "find-class": with(found(b, "2025-11-20"), foundClass),
		"find-listed": v,
		"find-nobody": {Page: findPage(b, "zzz"), Date: "2025-11-20", Today: "2025-11-20", Searched: true},
		"find-empty":  {Date: "2025-11-20", Today: "2025-11-20"},
	})
}

func findPage(b Base, text string) layout.Page {
	p := officeDay(b)
	p.Nav, p.SearchText = layout.NavStudents, text
	return p
}

// collected is a tray of students, one of them saved.
func collected(v *office.FindView) {
	v.Collected, v.Results, v.All, v.More = v.Results, nil, 5, false
	for i := range v.Collected {
		v.Collected[i].Form, v.Collected[i].InTray, v.Collected[i].Seen = nil, i > 0, 0
		v.Tray = append(v.Tray, v.Collected[i].Enrolment)
	}
	v.Collecting = &office.FindForm{
		Save: "token", Period: "7", Ready: 1, Time: "08:52",
		Result: "1 saved as Late at 08:53. 2 need you. 1 is not confirmed yet, nothing to do.",
		Statuses: []roll.Status{{ID: 1, Name: "Present"}, {ID: 3, Name: "Late", CarriesTime: true},
			{ID: 4, Name: "Excused: family, agreed by the office"}},
	}
}

// foundClass is a class whose roll was taken in one press, with one mark corrected since.
func foundClass(v *office.FindView) {
	v.SearchText, v.All, v.More = "8B", len(v.Results), false
	for i := range v.Results {
		r := &v.Results[i]
		r.Cell, r.By, r.Change = part.Cell{Enrolment: r.Enrolment, Outcome: roll.Saved, Status: "Present",
			Family: roll.Present, Letter: "P"}, "08:31, J. Rivera", part.Change{}
		if i == 2 {
			r.Cell.Status, r.Cell.Family, r.Cell.Letter, r.By = "Late", roll.Late, "L", "08:52, K. Osei (office)"
			r.Change = part.Change{Enrolment: r.Enrolment, From: "Present", To: "Late 08:52", About: r.By, Address: "#history"}
		}
	}
	v.Results[0].Form.Result, v.Results[0].Form.Reason = "", &layout.Reason{Asked: true}
}

// found is a search result with students in several states, the first of them open.
func found(b Base, date roll.Date) *office.FindView {
	v := &office.FindView{Page: findPage(b, "oka"), Date: date, Today: "2025-11-20", Searched: true, All: 120, More: true}
	statuses := []roll.Status{
		{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}, {ID: 3, Name: "Late", CarriesTime: true, Family: roll.Late},
		{ID: 4, Name: "Excused: family, agreed by the office"}, {ID: 5, Name: "Left early", CarriesTime: true},
	}
	cells := []part.Cell{
		{Outcome: roll.Saved, Status: "Late", Family: roll.Late, Letter: "L", Moves: "in 08:52 · out 11:00 · back 13:00"},
		{Outcome: roll.None, Moves: "out 11:00"}, {Outcome: roll.Waiting, Chosen: "Absent"},
		{Outcome: roll.Refused, Chosen: "Late"},
		{Outcome: roll.Conflict, Chosen: "Present", Theirs: "Absent", By: "P. Lang", At: "08:31", Save: "save"},
	}
	for i, name := range []string{"Mia Okafor", "\u202eعربي <b>", "Wilhelmina Bartholomew-Featherstonehaugh",
		"Sam Okada", "Bo"} {
		id := roll.EnrolmentID(481001 + i)
		cells[i].Enrolment = id
		result := office.FindResult{
			Enrolment: id, Student: roll.StudentID(90201 + i), Name: name, Class: "8B", Cell: cells[i],
			Roll: paths.RollQuery{Class: "8B"}, Open: paths.FindQuery{Sought: "oka", Open: id.String()}, History: "#history",
		}
		if cells[i].Outcome != roll.None {
			result.By = "08:52, K. Osei (office)"
		}
		if i == 0 || i == 3 {
			result.Change = part.Change{Enrolment: id, From: "Absent", To: "Late 08:52", About: "08:52, K. Osei (office)",
				Address: "#history"}
		}
		v.Results = append(v.Results, result)
	}
	form := &office.FindForm{
		Save: "token", Period: "7", Statuses: statuses, Ready: 2, Time: "08:52", Now: true,
		Result: "Mia Okafor: Late 08:52 saved.",
	}
	if date < v.Today {
		form.Result, form.Problem = "", "Nothing was saved yet: a past date needs a reason."
		form.Reason = &layout.Reason{Asked: true, Required: true, Missing: "refused",
			Last: []string{"Ill, mother called", "At the dentist"}}
	}
	form.Gate, form.Clears = &office.Gate{
		Save: "gate", CountsAs: []layout.Option{{Value: "1", Text: "Present"}, {Value: "3", Text: "Late"},
			{Text: "No change from Absent"}}, Chosen: "3",
		Reasons: []string{"Overslept", "Doctor or dentist"}, NotSent: true, Moves: movements(),
	}, true
	v.Results[0].Form, v.Results[0].Seen = form, 1
	return v
}

// movements are of every kind: sent, kept here only, planned and removed.
func movements() []office.MovementLine {
	return []office.MovementLine{
		{ID: "a", Text: "In 08:52", Reason: "Overslept", About: "Kept 08:53, K. Osei (office)."},
		{ID: "b", Text: "Out 11:00", Reason: longClass, About: "Kept 09:10, K. Osei (office).", State: "In Rollbook only."},
		{ID: "c", Text: "Back 13:00", About: "Kept 09:10, K. Osei (office).",
			State: "Planned. In Rollbook only, until you press Back at its time."},
		{ID: "d", Text: "Out 10:45", Reason: "Doctor or dentist", About: "Kept 08:53, K. Osei (office).",
			Ended: "Removed 09:10, K. Osei (office).",
			State: "The school system may still have its time. “Clear the times in the school system” clears the times " +
				"of the day."},
	}
}
