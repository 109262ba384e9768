package examples

import (
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/lists/imports"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// addLists adds the pages where a school enters its own lists.
func addLists(b Base, all map[string]Example) {
	add(all, connecting.Students, map[string]*connecting.StudentsView{
		"students":          studentsPage(settingsPage(b, "students")),
		"students-problem":  studentsPage(refused(settingsPage(b, "students"), "There is no student in this file.")),
		"students-imported": studentsPage(done(settingsPage(b, "students"), "Saved: 1,482 for 2025/26.")),
	})
	const header, others = ";Vorname;Name;Klasse\n", "481003;Mary-Jane;Fotheringham-Smythe;8B\n481004;Bo;;\n"
	add(all, connecting.Preview, map[string]*connecting.PreviewView{
		"preview":         preview(b, "Einschreibung"+header+others+"٧٠٠٢;\u202eعربي;<b>;8B\n"),
		"preview-missing": preview(b, "Ref"+header+others),
		"preview-bad":     preview(b, "Einschreibung"+header+others+"7;Jos\ufffd;Moe;8B\n;Cleo;Dahl;8B\n"),
		"preview-besides": preview(b, "Einschreibung"+header+others+"481004;Bo;;\nTotal;28;;\n"),
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
	return &connecting.StudentsView{Page: page, Chosen: "7", Periods: []connecting.PeriodList{
		{Period: roll.Period{ID: "7", Name: "2025/26"}, Students: 1482, Source: "file", Since: at(20, 8, 31)},
		{Period: roll.Period{ID: "8", Name: "2026/27"}},
	}}
}

// preview shows how a file is read.
func preview(b Base, content string) *connecting.PreviewView {
	sheets, _ := tables.ReadSheets([]byte(content), tables.Options{}) // every text of these can be read
	v := &connecting.PreviewView{
		Page: settingsPage(b, "students"), ID: "X", File: "<b>list</b>.csv", Period: roll.Period{ID: "7", Name: "2025/26"},
		Read: imports.Read(sheets, imports.Choices{}),
	}
	v.Changes = imports.Compare([]roll.Enrolment{{ID: 481003, Given: "Mary", ClassName: "8A"}, {ID: 1, Given: "Ada"},
		{ID: 2, Given: "Cleo", ClassName: "8B"}}, v.Read.All)
	return v
}

func pastedStatuses(v *connecting.StatusesView) {
	v.Problem, v.Rows[1].Problem = "", ""
	v.Pasted, v.PasteCount, v.PasteUnread = "1 Present\n3;Late\n<b>Absent</b>", 2, []string{"<b>Absent</b>"}
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
		&connecting.StudentsView{Page: admin("students")})
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
