package examples

import (
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// addLists adds the pages where a school enters its own lists.
func addLists(b Base, all map[string]Example) {
	add(all, connecting.Students, map[string]*connecting.StudentsView{
		"students":          studentsPage(settingsPage(b, "students")),
		"students-problem":  studentsPage(refused(settingsPage(b, "students"), "There is no student in this file.")),
		"students-imported": studentsPage(done(settingsPage(b, "students"), "Saved: 1,482 for 2025/26.")),
	})
	add(all, connecting.Preview, map[string]*connecting.PreviewView{
		"preview": preview(b, nil, false), "preview-missing": preview(b, nil, true),
		"preview-bad": preview(b,
			[]string{"In line 7: A character is not readable: \"Jos\ufffd\".", "In line 1,201: There is no number."}, false),
		"preview-besides": with(preview(b, nil, false), previewNotStudents),
	})
	add(all, connecting.Statuses, map[string]*connecting.StatusesView{
		"statuses": statusesPage(b, false), "statuses-own": statusesPage(b, true),
		"statuses-none":   {Page: settingsPage(b, "statuses")},
		"statuses-pasted": with(statusesPage(b, true), pastedStatuses),
	})
	for name, own := range map[string]bool{"groups": false, "groups-own": true} {
		v := &settings.GroupsView{Page: settingsPage(b, "groups"), Own: own, Period: roll.Period{ID: "7", Name: "2025/26"},
			Groups: []roll.Class{
				{ID: roll.GroupID("A").Class(), Name: "Choir", Students: 14},
				{ID: roll.GroupID("B").Class(), Name: "\u202eعربي <b>", Students: 0},
			}}
		all[name] = example(settings.Groups, v)
	}
	addCodes(b, all)
	people := []roll.MemberOfSchool{{Person: "a", Name: "Anna Lindqvist"}, {Person: "g", Name: "Grace Adeyemi"}}
	taught := &settings.TeachersView{
		Page: done(settingsPage(b, "teachers"), b.Words.Text("class_teachers.kept")), People: people, Learned: 2,
		Classes: []settings.TaughtClass{
			{Class: roll.Class{ID: "8A", Name: "8A"},
				Teachers: []roll.ClassTeacher{{Class: "8A", Person: "a", Name: "Anna Lindqvist"},
					{Class: "8A", Person: "g", Name: "Grace Adeyemi"}}},
			{Class: roll.Class{ID: "8B", Name: "8B"},
				Learned: []roll.ClassTeacher{{Class: "8B", Person: "g", Name: "Grace Adeyemi"}}},
			{Class: roll.Class{ID: "8C", Name: "8C"},
				Named: []roll.ClassTeacher{{Class: "8C", Person: "a", Name: "Anna Lindqvist"},
					{Class: "8C", Name: "Jonas Okafor"}}},
			{Class: roll.Class{ID: "9", Name: "\u202eعربي <b>"}, Typed: "grace@"},
			{Class: roll.Class{ID: "10", Name: "10"}, Teachers: []roll.ClassTeacher{{Class: "10", Name: "Ines Okoro"}}},
		},
	}
	all["teachers"] = example(settings.Teachers, taught)
	wrong := *taught
	wrong.Page, wrong.Learned = refused(settingsPage(b, "teachers"), "Write the mail address as name@school.example."), 0
	all["teachers-problem"] = example(settings.Teachers, &wrong)
	all["teachers-none"] = example(settings.Teachers, &settings.TeachersView{Page: settingsPage(b, "teachers")})
	group := &settings.GroupView{
		Page: done(settingsPage(b, "groups"), b.Words.Text("group_list.kept")), ID: "A", Period: "7", Name: "Choir",
		Class: "8B", Classes: []roll.Class{{ID: "8B", Name: "8B"}}, More: true,
		Members: []settings.GroupStudent{{Enrolment: 481001, Name: "Ada Byron", Class: "8B"}},
		Offered: []settings.GroupStudent{{Enrolment: 481002, Name: "Mary-Jane Fotheringham-Smythe", Class: "8B"},
			{Enrolment: 481003, Name: "Bo", Class: ""}},
	}
	group.Title = group.Name
	all["group"] = example(settings.Group, group)
}

func settingsPage(b Base, room string) layout.Page {
	return inSettings(As(b, roll.Office), room)
}

func studentsPage(page layout.Page) *connecting.StudentsView {
	return &connecting.StudentsView{Page: page, Chosen: "7", Megabytes: 5, Lines: 20000, Periods: []connecting.PeriodList{
		{Period: roll.Period{ID: "7", Name: "2025/26"}, Students: 1482, Source: "file", Since: at(20, 8, 31)},
		{Period: roll.Period{ID: "8", Name: "2026/27"}},
	}}
}

func preview(b Base, bad []string, missing bool) *connecting.PreviewView {
	columns := []layout.Option{{Value: "0", Text: "Not in this file"}, {Value: "1", Text: "Column 1: Ref"},
		{Value: "2", Text: "Column 2: Vorname"}, {Value: "3", Text: "Column 3: Name"}}
	v := &connecting.PreviewView{
		Page: settingsPage(b, "students"), ID: "X", File: "<b>list</b>.csv", Period: roll.Period{ID: "7", Name: "2025/26"},
		Seen: "Y",
		Choices: []connecting.FileChoice{
			{Name: "enrolment", Label: "Number in this school year or term", Chosen: "1", About: "Marks are saved with it.",
				Options: columns},
			{Name: "given", Label: "First name", Chosen: "2", About: "Or the whole name below.", Options: columns},
			{Name: "header", Label: "Line with the names of the columns", Chosen: "1",
				Options: []layout.Option{{Value: "-1", Text: "None: the first line is a student"},
					{Value: "1", Text: "Line 1: Ref · Vorname · Name · Klasse"}}},
		},
		Missing: missing, Ready: !missing &&
			len(bad) == 0, Students: 1482, Total: "1,482 students in 56 classes", Unnumbered: 38, Replaced: true,
		Changes: []connecting.Counted{
			{Text: "80 new", First: []string{"Ada Byron (8B)"}, More: 79},
			{Text: "2 no longer on the list", First: []string{"Bo", "Cleo (8B)"}},
			{Text: "2 changed", First: []string{"Dan (8A) becomes Dan (8B)"}, More: 1}, {Text: "1,400 unchanged"},
		},
	}
	if len(bad) > 0 {
		v.Bad = connecting.Counted{Text: "2 lines cannot be read", First: bad}
	}
	if missing {
		v.Raw = [][]string{{"Ref", "Vorname"}, {"1", "Zoë"}}
	} else {
		v.Sample = []connecting.SampleStudent{{Name: "Zoë O'Neill", Class: "8B", Enrolment: "481001", Student: "90201"},
			{Name: "\u202eعربي <b>", Class: "", Enrolment: "481002", Student: "unknown"}}
	}
	return v
}

func pastedStatuses(v *connecting.StatusesView) {
	v.Problem, v.Rows[1].Problem = "", ""
	v.Pasted, v.PasteCount, v.PasteUnread = "1 Present\n3;Late\n<b>Absent</b>", 2, []string{"<b>Absent</b>"}
}

func previewNotStudents(v *connecting.PreviewView) {
	v.Ready = false
	v.NotStudents = connecting.Counted{Text: "2 lines are not students",
		First: []string{"In line 31 of sheet 8A: \"Total 28\" looks like a total.",
			"In line 12 of sheet 8B: The same as line 4 of sheet 8B."}}
	v.Notes = []connecting.Counted{
		{Text: "No column has the class, so each sheet is a class: 8A, 8B."},
		{Text: "Left out, without the number that marks are saved with: Cover, <b>Legend</b>."},
		{Text: "1,482 numbers are written in another way in the file.",
			First: []string{"007001 is read as 7001.", "٧٠٠٢ is read as 7002."}, More: 1480},
	}
}

func statusesPage(b Base, own bool) *connecting.StatusesView {
	v := &connecting.StatusesView{
		Page: settingsPage(b, "statuses"), Own: own, Since: at(20, 8, 31),
		Rows: []connecting.StatusRow{
			{Number: "1", Order: "1", Status: roll.Status{Name: "Present", Letter: "P", Family: roll.Present}},
			{Number: "3", Order: "2", Aliases: "Tardy",
				Status: roll.Status{Name: "Late", Letter: "L", Family: roll.Late, CarriesTime: true}},
		},
	}
	if own {
		v.Page = refused(v.Page, b.Words.Text("status_list.wrong"))
		v.Rows[1].Problem = "status_list.problem.letter_twice"
		v.Rows = append(v.Rows, connecting.StatusRow{})
	} else {
		v.Page = done(v.Page, b.Words.Text("status_list.kept"))
		v.OtherNames = []connecting.OtherName{{OtherName: roll.OtherName{Returned: "Afwezig", Sent: 3, Marks: 12},
			SentName: "Late"}}
	}
	return v
}

// addEmpty adds an admin's pages of the settings for a school without any data.
func addEmpty(b Base, all map[string]Example) {
	admin := func(room string) layout.Page { return inSettings(As(b, roll.Admin), room) }
	all["students-none"] = example(connecting.Students,
		&connecting.StudentsView{Page: admin("students"), Megabytes: 5, Lines: 20000})
	all["groups-no-year"] = example(settings.Groups, &settings.GroupsView{Page: admin("groups")})
	all["groups-none"] = example(settings.Groups,
		&settings.GroupsView{Page: admin("groups"), Period: roll.Period{ID: "7", Name: "2025/26"}})
	all["calendar-none"] = example(settings.Calendar, &settings.CalendarView{Page: admin("calendar")})
}

// addCodes adds the page of the authority's codes.
func addCodes(b Base, all map[string]Example) {
	some := &settings.CodesView{
		Page: done(settingsPage(b, "codes"), b.Words.Text("codes.kept")), Reasons: []string{"Illness", "\u202eعربي <b>"},
		Statuses: []roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}, {ID: 3, Name: "Excused absence"}},
		Codes: roll.Codes{
			All: []roll.AuthorityCode{
				{Code: "/", Label: "Present at the morning registration", Counts: roll.CountsPresent},
				{Code: "I", Label: "Illness", Counts: roll.CountsAuthorised},
				{Code: "Y2", Label: "Unable to attend because of widespread disruption to travel", Counts: roll.CountsImpossible},
			},
			OfStatus: map[roll.StatusID]string{1: "/"}, OfReason: map[string]string{"Illness": "I"},
		},
	}
	all["codes"] = example(settings.Codes, some)
	all["codes-none"] = example(settings.Codes, &settings.CodesView{
		Page: refused(settingsPage(b, "codes"),
			"Nothing was changed: the first line must name the columns code, label and counts as."),
	})
}
