package examples

import (
	"cmp"
	"fmt"
	"time"

	"rollbook/views/office"
	"rollbook/views/part"
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// addExports adds the pages of files and of lists for paper.
func addExports(b Base, all map[string]Example) {
	page := officeDay(b)
	add(all, page, office.Exports, map[string]*office.ExportsView{
		"exports": exportsPage(""), "exports-student": with(exportsPage(""), func(v *office.ExportsView) {
			v.Student, v.Name, v.From = "481001", "Mary-Jane Fotheringham-Smythe", "2025-11-10"
			v.Coded, v.Uncoded = true, []roll.Status{{Name: "Trip"}, {Name: "Remote"}}
		}), "exports-class": exportsPage("8B"), "exports-none": {},
		"exports-problem": refused(exportsPage(""), "That day has not come yet. Choose today or an earlier day."),
	})
	printed := &office.PrintDayView{
		Page: officeDay(b), Date: "2025-11-20", Clock: "09:12", Back: "#exports",
		Classes: []office.PrintClass{
			{Name: "8B", Rows: []office.PrintRow{
				{Number: 1, Name: "Ada Byron", Status: &roll.Status{Name: "Present", Letter: "P", Family: roll.Present},
					Outcome: "Recorded", By: "J. Rivera", At: "08:31"},
				{Number: 2, Name: "Mary-Jane Fotheringham-Smythe",
					Status: &roll.Status{Name: "Late", Letter: "L", Family: roll.Late}, Time: "08:52",
					Outcome: "Saved as another status; Absent was sent", By: "K. Osei (office)", At: "08:53"},
				{Number: 3, Name: "\u202eعربي <b>", Outcome: "No mark yet"},
			}},
			{Rows: []office.PrintRow{{Name: "Student 481", Outcome: "Absent, kept, will be sent", By: "J. Rivera",
				At: "08:31"}}},
		},
	}
	all["print-day"] = example(office.PrintDay, printed)
	paper := &office.PaperView{Page: officeDay(b), Class: "8B", Date: "2025-11-20", Back: "#exports", OtherBox: true,
		Statuses: []roll.Status{
			{Name: "Present", Letter: "P"}, {Name: "Absent", Letter: "A"}, {Name: "Late", Letter: "L"},
			{Name: "Excused absence", Letter: "E"}, {Name: "Left early", Letter: "X"}, {Name: "Remote", Letter: "R"},
			{Name: "Trip", Letter: "T"}, {Name: "Other", Letter: "O2"},
		}}
	for i := range 28 {
		paper.Names = append(paper.Names, fmt.Sprint("Student of the class, number ", i))
	}
	all["paper-roll"] = example(office.Paper, paper)
	all["export-summary"] = example(office.Summary, summaryPage(b))
	addEvacuation(b, all)
	add(all, page, office.Reminders, map[string]*office.RemindersView{
		"reminders": refused(&office.RemindersView{Clock: "09:12", Read: true, Classes: 3, Mails: true, To: "x",
			List: "Rolls missing at Oak School, Thursday 20 November, 09:12\n\n8A\n8B\n9 c/d",
		}, "That is no address. Write it as name@school.example."),
		"reminders-none": {Clock: "09:12", Read: true, Closed: "The school is closed on Thursday 20 November."},
		"reminders-teachers": done(&office.RemindersView{
			Clock: "09:14", Read: true, Classes: 4, Mails: true, Untaught: []string{"9 c/d"},
			List: "8A (Grace Adeyemi)\n8B (Grace Adeyemi, Ines Okoro)\n9A (Tom Berg)\n9 c/d",
			Teachers: []office.MissedBy{
				{ClassTeacher: roll.ClassTeacher{Person: "g", Name: "Grace Adeyemi", Mail: "g@oak.example"},
					Names: []string{"8A", "8B"}, Reminded: "09:12"},
				{ClassTeacher: roll.ClassTeacher{Name: "Ines Okoro", Mail: "i@oak.example"}, Names: []string{"8B"}},
				{ClassTeacher: roll.ClassTeacher{Name: "\u202eعربي <b>"}, Names: []string{"9A"}},
			},
		}, b.Words.Text("reminder.sent")),
		"reminders-not-yet": {Clock: "07:10"},
		"reminders-off":     {Clock: "09:12", Read: true, Classes: 1, List: "8A"},
	})
	all["calendar"] = example(settings.Calendar, calendarPage(b))
	addMonths(b, all)
}

func calendarPage(b Base) *settings.CalendarView {
	calendar := &settings.CalendarView{
		Page: settingsPage(b, "calendar"), Weekdays: []time.Weekday{time.Sunday},
		Typed: roll.ClosedDays{Name: "Easter", Starts: "2026-04-10", Ends: "2026-04-01"},
		Ranges: []roll.ClosedDays{
			{ID: "a", Name: "\u202eعربي <b> and a name that is as long as a name may be", Starts: "2025-10-20",
				Ends: "2025-10-24"},
			{ID: "b", Name: "Teachers' day", Starts: "2025-11-03", Ends: "2025-11-03"},
		},
	}
	return refused(calendar, "Nothing was added yet: the first day is after the last.")
}

func addMonths(b Base, all map[string]Example) {
	month := &office.StudentMonthView{
		Page: officeDay(b), Student: "Ada Byron", Class: "8B", Enrolment: 481001, Period: "7", History: "#history",
		Export: "#exports",
	}
	month.Title, month.Days, month.SchoolWeek = month.Student, heatDays(0), mondayWeek()
	month.Months = office.Months{Title: "November 2025", Name: "2025-11", Before: "2025-10"}
	class := &office.ClassMonthView{
		Page: officeDay(b), Class: roll.Class{ID: "8B", Name: "8B"}, Period: "7", Back: "#exports", More: 3,
		Months: office.Months{Title: "October 2025", Name: "2025-10", Before: "2025-09", Next: "2025-11"},
	}
	class.Title = class.Class.Name
	class.SchoolWeek = roll.Calendar{Weekdays: []time.Weekday{time.Friday, time.Saturday}}.Week(mondayWeek())
	for i := range 12 {
		class.Rows = append(class.Rows,
			office.MonthRow{Name: fmt.Sprint("Mary-Jane Fotheringham-Smythe ", i), Address: "#month", Days: heatDays(i)})
	}
	all["class-month"] = example(office.ClassMonth, class)
	all["student-month"] = example(office.StudentMonth,
		refused(month, "The first day is after the last. Change one of them."))
}

func exportsPage(class roll.ClassID) *office.ExportsView {
	v := &office.ExportsView{
		From: "2025-11-20", To: "2025-11-20", Today: "2025-11-20", Open: true, Period: "7", Most: 15_000,
		Ranges: []office.ExportRange{
			{Name: "today", From: "2025-11-20", To: "2025-11-20"}, {Name: "this_week", From: "2025-11-17", To: "2025-11-20"},
			{Name: "last_week", From: "2025-11-10", To: "2025-11-16"},
			{Name: "this_month", From: "2025-11-01", To: "2025-11-20"},
			{Name: "last_month", From: "2025-10-01", To: "2025-10-31"},
			{Name: "last_days", From: "2025-08-23", To: "2025-11-20"},
		},
		Periods: []roll.Period{year, {ID: "8", Name: "2026/27"}},
		Classes: []roll.Class{{ID: "8A", Name: "8A"}, {ID: "8B", Name: "8B"}},
	}
	if class != "" {
		v.Class, v.Name, v.More = class, string(class), 12
		for i := range 28 {
			v.Students = append(v.Students,
				office.ExportStudent{Name: fmt.Sprint("Mary-Jane Fotheringham-Smythe ", i), Address: "#month"})
		}
	}
	return v
}

func addEvacuation(b Base, all map[string]Example) {
	none := office.EvacuationView{Page: As(b, roll.Teacher), Date: "2025-11-20", Clock: "09:12"}
	list := &office.EvacuationView{Page: none.Page, Date: "2025-11-20", Clock: "09:12", Left: time.Hour,
		Groups: []office.EvacuationGroup{
			{Place: roll.Unaccounted, Count: 3, Classes: []office.EvacuationClass{
				{Name: "8B", Students: []office.EvacuationStudent{{Name: "Ada Byron"},
					{Name: "Mary-Jane Fotheringham-Smythe", Note: "marked twice, differently: check · out 11:00"}}},
				{Students: []office.EvacuationStudent{{Name: "Student 481"}}},
			}},
			{Place: roll.Away, Count: 3,
				Classes: []office.EvacuationClass{{Name: "8A",
					Students: []office.EvacuationStudent{{Name: "\u202eعربي <b>", Note: "Left early"},
						{Name: "Ifeoma Abara", Note: "Excused till Fri"}, {Name: "Sam Lee", Note: "Excused · expected 10:30"}}}}},
			{Place: roll.In, Count: 1, Classes: []office.EvacuationClass{{Name: "8B",
				Students: []office.EvacuationStudent{{Name: "Maya Kern", Note: "on no list. Told by Theodora Abara, 08:34"}}}}},
		}}
	list.Office = true
	for range 60 {
		class := office.EvacuationClass{Name: "8C"}
		for i := range 3 {
			class.Students = append(class.Students, office.EvacuationStudent{Name: fmt.Sprint("Kim Lund ", i)})
			list.Groups[2].Count++
		}
		list.Groups[2].Classes = append(list.Groups[2].Classes, class)
	}
	all["evacuation"] = example(office.Evacuation, list)
	all["evacuation-copy"] = example(office.EvacuationCopy, list)
	all["evacuation-none"] = example(office.EvacuationNone, &none)
	all["evacuation-nobody"] = example(office.Evacuation, &none)
}

// letterOf returns the letter of a family of statuses.
func letterOf(family roll.Family) string {
	letters := map[roll.Family]string{roll.Present: "P", roll.Absent: "A", roll.Late: "L", roll.Excused: "E",
		roll.LeftEarly: "X", roll.Remote: "R", roll.Other: "?"}
	return cmp.Or(letters[family], "?")
}

// mondayWeek is a week from Monday with two days off.
func mondayWeek() roll.Week {
	return roll.Week{Days: []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday,
		time.Saturday, time.Sunday}, Closed: []time.Weekday{time.Saturday, time.Sunday}}
}

// heatDays returns a month with every kind of day.
func heatDays(shift int) []part.HeatDay {
	families := []roll.Family{roll.Present, roll.Absent, roll.Late, roll.Excused, roll.LeftEarly, roll.Remote,
		roll.Other, ""}
	days := make([]part.HeatDay, 30)
	for i := range days {
		days[i].Date = roll.Date("2025-11-01").AddDays(i)
		days[i].Future = i > 19
		if family := families[(i*i+shift)%len(families)]; days[i].Weekday() != time.Sunday &&
			(days[i].Weekday() != time.Saturday || shift == 0 && i > 10) && i < 18 {
			days[i].Family, days[i].Letter, days[i].Status, days[i].Address = family, letterOf(family), "Status "+
				string(family), "#day"
		}
	}
	return days
}

func summaryPage(b Base) *office.SummaryView {
	v := &office.SummaryView{
		Page: officeDay(b), From: "2025-11-10", To: "2025-11-16", Clock: "09:12",
		Notes: []string{"5 of 7 days counted. Not counted: 2 on which the school is closed, 0 before its first mark in " +
			"Rollbook, 0 with no marks."},
		Columns: []string{"students", "possible", "attended", "attended_rate", "authorised", "authorised_rate",
			"unauthorised", "unauthorised_rate", "late", "late_rate", "impossible", "unknown"},
	}
	for i := range 24 {
		v.Rows = append(v.Rows, []string{fmt.Sprint("Class ", i), "25", "120", "110", "91.7%", "6", "5.0%", "4", "3.3%", "2",
			"1.7%", "0", "5"})
	}
	v.Rows = append(v.Rows, []string{"All", "600", "2880", "2640", "91.7%", "144", "5.0%", "96", "3.3%", "48", "1.7%",
		"0", "120"})
	return v
}
