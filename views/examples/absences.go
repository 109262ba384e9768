package examples

import (
	"time"

	"rollbook/views/absences"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// addAbsences adds the pages of known absences.
func addAbsences(b Base, all map[string]Example) {
	add(all, officeDay(b), absences.Absences, map[string]*absences.KnownView{
		"absences": knownAbsences(), "absences-none": {Today: "2026-03-18"},
		"absences-form": with(knownAbsences(), func(v *absences.KnownView) {
			v.Problem = b.Words.Text("known.problem.date")
			v.Chosen = []layout.Option{{Value: "9", Text: "Tomás " + longClass}, {Value: "12", Text: "Nour El-Sayed"}}
			v.Form = absences.AbsenceForm{From: "2026-03-18", To: "2026-06-30", After: "11:00", Weekdays: []string{"2"},
				Status: 4, Reason: "Illness"}
		}),
		"absences-questions": with(knownAbsences(), func(v *absences.KnownView) {
			v.Chosen = []layout.Option{{Value: "9", Text: "Tomás " + longClass}, {Value: "12", Text: "Nour El-Sayed"}}
			v.Form = absences.AbsenceForm{From: "2026-03-16", To: "2026-03-20", Until: "10:30", Status: 4, Reason: "Illness"}
			v.Questions = knownQuestions(b)
		}),
		"absences-months": with(knownAbsences(), func(v *absences.KnownView) {
			v.Months = absences.Months{
				Title: b.Words.Month(roll.Date("2026-04-01").Noon(time.UTC)), Before: "2026-03", Next: "2026-05",
			}
		}),
		"absences-doubts": with(knownAbsences(), func(v *absences.KnownView) {
			v.Lines, v.Doubts = "Sam Lee\t2026-03-18",
				[]string{"Line 1: Sam Lee may be Sam Lee 8B (1041), Sam Lee 9A (1177). Write the number."}
		}),
	})
	reasons := func() *absences.AbsenceReasonsView {
		return &absences.AbsenceReasonsView{Authorised: "Illness\nMedical appointment", NotAuthorised: "Holiday\nHoliday"}
	}
	add(all, officeDay(b), absences.AbsenceReasons, map[string]*absences.AbsenceReasonsView{
		"absence-reasons":       done(reasons(), b.Words.Text("known.reasons.kept")),
		"absence-reasons-twice": refused(reasons(), "Nothing was changed: \"Holiday\" is there twice."),
	})
}

// knownQuestions asks about an absence that shares days with a new one, and about days that are over.
func knownQuestions(b Base) absences.Questions {
	asked := absences.Questions{
		Overlaps: []absences.Overlap{{ID: "known", Text: b.Words.Text("known.overlap", "Student", "Nour El-Sayed", "Status",
			"Excused, leaves 11:00", "Days", b.Words.List([]string{"Thu", "Fri"}))}},
		Days: []absences.DateToken{{Date: "2026-03-16", Token: "late"}, {Date: "2026-03-17", Token: "later"}},
	}
	for _, one := range []absences.LateDay{
		{LateMark: absences.LateMark{Date: "2026-03-16", Enrolment: 9, Seen: 1}, Name: "Tomás " + longClass, From: "Absent",
			Ticked: true},
		{LateMark: absences.LateMark{Date: "2026-03-17", Enrolment: 9, Seen: 2}, Name: "Tomás " + longClass,
			From: "Present"},
		{LateMark: absences.LateMark{Date: "2026-03-17", Enrolment: 12}, Name: "Nour El-Sayed", From: "No mark yet",
			Ticked: true},
	} {
		one.To = "Excused"
		asked.Late = append(asked.Late, one)
	}
	return asked
}

func knownAbsences() *absences.KnownView {
	known := func(name string, from, to roll.Date) absences.AbsenceLine {
		return absences.AbsenceLine{
			KnownAbsence: roll.KnownAbsence{ID: roll.KnownID(name), Enrolment: roll.EnrolmentID(len(name)), From: from, To: to,
				Status: 4, StatusName: "Excused"},
			Name: name, Class: "8B", Reason: "Illness", ToldBy: "Mrs Abara", Made: "08:05", By: "K. Osei (office)",
			Cell: part.Cell{Enrolment: roll.EnrolmentID(len(name)), Outcome: roll.None, Known: "Excused today", KnownStatus: 4},
		}
	}
	marked := known("Ifeoma Abara", "2026-03-18", "2026-03-20")
	marked.Differs = true
	marked.Cell = part.Cell{Enrolment: marked.Enrolment, Outcome: roll.Saved, Status: "Absent", Family: roll.Absent,
		Letter: "A", At: "08:31", Other: "G. Adeyemi"}
	weekly := known(longClass, "2026-03-01", "2026-06-30")
	weekly.Weekdays, weekly.After, weekly.Unauthorised = []time.Weekday{time.Tuesday, time.Wednesday}, "11:00", true
	former, ended := known("no. 481017", "2026-03-20", "2026-03-20"), known("Noah Andersson", "2026-03-18", "2026-03-19")
	former.Former, ended.Over, ended.EndedName = true, "08:20", "R. McAllister (admin)"
	return &absences.KnownView{
		Week: mondayWeek().Days, Today: "2026-03-18",
		Statuses: []roll.Status{{ID: 2, Name: "Absent"}, {ID: 4, Name: "Excused"}},
		Groups:   []layout.Option{{Value: "choir", Text: "Choir"}}, Reasons: []string{"Illness", "Holiday"}, Press: "press",
		Save: "save", Now: []absences.AbsenceLine{marked, weekly}, Coming: []absences.AbsenceLine{former},
		Ended: []absences.AbsenceLine{ended},
	}
}

// dateRange shows a week of one student; each date has another outcome.
func dateRange() *absences.DateRangeView {
	v := &absences.DateRangeView{
		Enrolment: 41, Student: "Wilhelmina Bartholomew-Featherstonehaugh", Class: "8B",
		From: "2025-11-14", To: "2025-11-20", Earliest: "2025-10-21", Latest: "2025-11-20",
		Statuses: []roll.Status{absent, late}, Reason: &layout.Reason{Asked: true},
	}
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
	page := As(b, roll.Office)
	page.Nav = layout.NavStudents
	add(all, page, absences.DateRange, map[string]*absences.DateRangeView{
		"date-range": dateRange(),
		"date-range-fresh": with(dateRange(), func(v *absences.DateRangeView) {
			for i := range v.Days {
				v.Days[i].Cell, v.Days[i].Ticked = cell(roll.None), i != 2
				v.Days[i].Closing = roll.Closing{Closed: i == 2, Name: "Autumn break"}
			}
		}),
		"date-range-reversed": with(dateRange(), func(v *absences.DateRangeView) {
			v.Days, v.Problem = nil, b.Words.Text("range.problem.reversed")
		}),
	})
}
