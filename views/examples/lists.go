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
	page := func(room string) layout.Page { return settingsPage(b, room) }
	text := b.Words.Text
	add(all, page("students"), connecting.Students, map[string]*connecting.StudentsView{
		"students":          studentLists(),
		"students-problem":  refused(studentLists(), "There is no student in this file."),
		"students-imported": done(studentLists(), "Saved: 1,482 for 2025/26."),
	})
	const header, others = ";Vorname;Name;Klasse\n", "481003;Mary-Jane;Fotheringham-Smythe;8B\n481004;Bo;;\n"
	add(all, page("students"), connecting.Preview, map[string]*connecting.PreviewView{
		"preview":         preview("Einschreibung" + header + others + "٧٠٠٢;\u202eعربي;<b>;8B\n"),
		"preview-missing": preview("Ref" + header + others),
		"preview-bad":     preview("Einschreibung" + header + others + "7;Jos\ufffd;Moe;8B\n;Cleo;Dahl;8B\n"),
		"preview-besides": preview("Einschreibung" + header + others + "481004;Bo;;\nTotal;28;;\n"),
	})
	add(all, page("statuses"), connecting.Statuses, map[string]*connecting.StatusesView{
		"statuses": done(statusList(), text("status_list.kept")), "statuses-none": {},
		"statuses-own":    refused(with(statusList(), ownStatuses), text("status_list.wrong")),
		"statuses-pasted": with(with(statusList(), ownStatuses), pastedStatuses),
	})
	for name, own := range map[string]bool{"groups": false, "groups-own": true} {
		add(all, page("groups"), settings.Groups, map[string]*settings.GroupsView{name: {
			Own: own, Period: year, Groups: []roll.Class{
				{ID: roll.GroupID("A").Class(), Name: "Choir", Students: 14},
				{ID: roll.GroupID("B").Class(), Name: "\u202eعربي <b>", Students: 0},
			}}})
	}
	addCodes(b, all)
	add(all, page("teachers"), settings.Teachers, map[string]*settings.TeachersView{
		"teachers":         done(classTeachers(2), text("class_teachers.kept")),
		"teachers-problem": refused(classTeachers(0), "Write the mail address as name@school.example."),
		"teachers-none":    {},
	})
	group := &settings.GroupView{
		Page: page("groups"), ID: "A", Period: "7", Name: "Choir",
		Class: "8B", Classes: []roll.Class{{ID: "8B", Name: "8B"}}, More: true,
		Members: []settings.GroupStudent{{Enrolment: 481001, Name: "Ada Byron", Class: "8B"}},
		Offered: []settings.GroupStudent{{Enrolment: 481002, Name: "Mary-Jane Fotheringham-Smythe", Class: "8B"},
			{Enrolment: 481003, Name: "Bo", Class: ""}},
	}
	group.Title = group.Name
	all["group"] = example(settings.Group, done(group, text("group_list.kept")))
}

// classTeachers is the list of classes with their teachers; learned of them are known from the rolls.
func classTeachers(learned int) *settings.TeachersView {
	anna := roll.MemberOfSchool{Person: "a", Name: "Anna Lindqvist"}
	grace := roll.MemberOfSchool{Person: "g", Name: "Grace Adeyemi"}
	of := func(class roll.ClassID, who roll.MemberOfSchool) roll.ClassTeacher {
		return roll.ClassTeacher{Class: class, Person: who.Person, Name: who.Name}
	}
	return &settings.TeachersView{
		People: []roll.MemberOfSchool{anna, grace}, Learned: learned,
		Classes: []settings.TaughtClass{
			{Class: roll.Class{ID: "8A", Name: "8A"}, Teachers: []roll.ClassTeacher{of("8A", anna), of("8A", grace)}},
			{Class: roll.Class{ID: "8B", Name: "8B"}, Learned: []roll.ClassTeacher{of("8B", grace)}},
			{Class: roll.Class{ID: "8C", Name: "8C"},
				Named: []roll.ClassTeacher{of("8C", anna), {Class: "8C", Name: "Jonas Okafor"}}},
			{Class: roll.Class{ID: "9", Name: "\u202eعربي <b>"}, Typed: "grace@"},
			{Class: roll.Class{ID: "10", Name: "10"}, Teachers: []roll.ClassTeacher{{Class: "10", Name: "Ines Okoro"}}},
		},
	}
}

func settingsPage(b Base, room string) layout.Page {
	return inSettings(As(b, roll.Office), room)
}

func studentLists() *connecting.StudentsView {
	return &connecting.StudentsView{Chosen: "7", Periods: []connecting.PeriodList{
		{Period: year, Students: 1482, Source: "file", Since: at(20, 8, 31), LeftOut: []roll.LeftOut{
			{Enrolment: roll.Enrolment{Given: "Cleo", Family: "Dahl", ClassName: "8B"}, Why: "Austritt: 31.10.2025"},
			{Enrolment: roll.Enrolment{Given: "محمد", Family: "عبد الرحمن", ClassName: "8B"}, Why: "<b>"}}},
		{Period: roll.Period{ID: "8", Name: "2026/27"}},
	}}
}

// preview shows how a file is read.
func preview(content string) *connecting.PreviewView {
	sheets, _ := tables.ReadSheets([]byte(content), tables.Options{}) // every text of these can be read
	v := &connecting.PreviewView{ID: "X", File: "<b>list</b>.csv", Period: year,
		Read: imports.Read(sheets, imports.Choices{})}
	v.Changes = imports.Compare([]roll.Enrolment{{ID: 481003, Given: "Mary", ClassName: "8A"}, {ID: 1, Given: "Ada"},
		{ID: 2, Given: "Cleo", ClassName: "8B"}}, v.Read.All)
	return v
}

func pastedStatuses(v *connecting.StatusesView) {
	v.Rows[1].Problem = ""
	v.Pasted, v.PasteCount, v.PasteUnread = "1 Present\n3;Late\n<b>Absent</b>", 2, []string{"<b>Absent</b>"}
}

func statusList() *connecting.StatusesView {
	return &connecting.StatusesView{Since: at(20, 8, 31), Rows: []connecting.StatusRow{
		{Number: "1", Order: "1", Status: roll.Status{Name: "Present", Letter: "P", Family: roll.Present}},
		{Number: "3", Order: "2", Aliases: "Tardy",
			Status: roll.Status{Name: "Late", Letter: "L", Family: roll.Late, CarriesTime: true}},
	}, OtherNames: []connecting.OtherName{
		{OtherName: roll.OtherName{Returned: "Afwezig", Sent: 3, Marks: 12}, SentName: "Late"}}}
}

// ownStatuses is the school's own list, with a mistake.
func ownStatuses(v *connecting.StatusesView) {
	v.Own, v.OtherNames, v.Rows[1].Problem = true, nil, "status_list.problem.letter_twice"
	v.Rows = append(v.Rows, connecting.StatusRow{})
}

// addEmpty adds an admin's pages of the settings for a school without any data.
func addEmpty(b Base, all map[string]Example) {
	admin := func(room string) layout.Page { return inSettings(As(b, roll.Admin), room) }
	all["students-none"] = example(connecting.Students, &connecting.StudentsView{Page: admin("students")})
	add(all, admin("groups"), settings.Groups,
		map[string]*settings.GroupsView{"groups-no-year": {}, "groups-none": {Period: year}})
	all["calendar-none"] = example(settings.Calendar, &settings.CalendarView{Page: admin("calendar")})
}

// addCodes adds the page of the authority's codes.
func addCodes(b Base, all map[string]Example) {
	some := &settings.CodesView{Reasons: []string{"Illness", "\u202eعربي <b>"},
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
	add(all, settingsPage(b, "codes"), settings.Codes, map[string]*settings.CodesView{
		"codes": done(some, b.Words.Text("codes.kept")), "codes-none": refused(&settings.CodesView{},
			"Nothing was changed: the first line must name the columns code, label and counts as."),
	})
}
