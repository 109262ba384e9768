package views_test

import (
	"testing"

	"rollbook/views"
	"rollbook/web/roll"
)

// addLists adds the pages on which a school gives its own lists.
func addLists(t testing.TB, all map[string]example) {
	for name, v := range map[string]*views.StudentsView{
		"students": studentsPage(t, 0, ""), "students-imported": studentsPage(t, 1482, ""), "students-problem": studentsPage(t, 0, "There is no student in this file."),
	} {
		all[name] = example{&v.Page, views.Students(v)}
	}
	for name, v := range map[string]*views.PreviewView{
		"preview": preview(t, nil, false), "preview-missing": preview(t, nil, true),
		"preview-bad": preview(t, []views.BadLine{{Line: 7, Why: "A character is not readable: \"Jos\ufffd\"."}, {Line: 1201, Why: "There is no number."}}, false),
	} {
		all[name] = example{&v.Page, views.Preview(v)}
	}
	for name, v := range map[string]*views.StatusesView{
		"statuses": statusesPage(t, false), "statuses-own": statusesPage(t, true),
		"statuses-none": {Page: settingsPage(t)},
	} {
		all[name] = example{&v.Page, views.Statuses(v)}
	}
	for name, own := range map[string]bool{"groups": false, "groups-own": true} {
		v := &views.GroupsView{Page: settingsPage(t), Own: own, Period: roll.Period{ID: "7", Name: "2025/26"}, Groups: []roll.Class{
			{ID: roll.GroupID("A").Class(), Name: "Choir", Students: 14}, {ID: roll.GroupID("B").Class(), Name: "\u202eعربي <b>", Students: 0},
		}}
		all[name] = example{&v.Page, views.Groups(v)}
	}
	group := &views.GroupView{
		Page: settingsPage(t), ID: "A", Period: "7", Name: "Choir", Class: "8B", Classes: []roll.Class{{ID: "8B", Name: "8B"}}, More: true, Kept: true,
		Members: []views.GroupStudent{{481001, "Ada Byron", "8B"}}, Offered: []views.GroupStudent{{481002, "Mary-Jane Fotheringham-Smythe", "8B"}, {481003, "Bo", ""}},
	}
	group.Title = group.Name
	all["group"] = example{&group.Page, views.Group(group)}
}

func settingsPage(t testing.TB) views.Page {
	p := as(t, roll.Office)
	p.Nav = views.NavSettings
	return p
}

func studentsPage(t testing.TB, imported int, problem string) *views.StudentsView {
	return &views.StudentsView{
		Page: settingsPage(t), Chosen: "7", Problem: problem, Imported: imported, ImportedFor: "2025/26", Megabytes: 5, Lines: 20000,
		Periods: []views.PeriodList{
			{Period: roll.Period{ID: "7", Name: "2025/26"}, Students: 1482, Source: "file", Since: "Thu 20 Nov 08:31"},
			{Period: roll.Period{ID: "8", Name: "2026/27"}},
		},
	}
}

func preview(t testing.TB, bad []views.BadLine, missing bool) *views.PreviewView {
	v := &views.PreviewView{
		Page: settingsPage(t), ID: "X", File: "<b>list</b>.csv", Period: roll.Period{ID: "7", Name: "2025/26"},
		Encoding: "utf-8", Encodings: []string{"utf-8", "windows-1252"}, Separator: "semicolon", Sheets: []string{"A", "B"}, Sheet: "A",
		Columns: []views.ColumnChoice{{"enrolment", 1}, {"student", 0}, {"given", 2}, {"family", 3}, {"name", 0}, {"class", 4}},
		Header:  []string{"Column 1: Ref", "Column 2: Vorname", "Column 3: Name", "Column 4: Klasse"}, Missing: missing,
		Raw: [][]string{{"Ref", "Vorname"}, {"1", "Zoë"}}, Bad: bad,
		Students: 1482, Classes: 56, Same: 1400, New: views.Named{Count: 80, First: []string{"Ada Byron (8B)"}}, Gone: views.Named{Count: 2, First: []string{"Bo", "Cleo (8B)"}},
		Changed: views.Named{Count: 2, First: []string{"Dan (8A) becomes Dan (8B)"}}, Unnumbered: 38, Replaced: true, Seen: "Y",
	}
	if !missing {
		v.Sample = []views.SampleStudent{{"Zoë O'Neill", "8B", "481001", "90201"}, {"\u202eعربي <b>", "", "481002", "unknown"}}
	}
	return v
}

func statusesPage(t testing.TB, own bool) *views.StatusesView {
	v := &views.StatusesView{
		Page: settingsPage(t), Own: own, Since: "Thu 20 Nov 08:31", Kept: !own, Wrong: own,
		Rows: []views.StatusRow{
			{ID: "1", Name: "Present", Letter: "P", Order: "1", Family: roll.Present},
			{ID: "3", Name: "Late", Letter: "L", Order: "2", Family: roll.Late, CarriesTime: true, Aliases: "Tardy"},
		},
	}
	if own {
		v.Rows[1].Problem = "Another status has this letter."
		v.Rows = append(v.Rows, views.StatusRow{})
	} else {
		v.Others = []views.OtherName{{Returned: "Afwezig", Sent: 3, SentName: "Late", Marks: 12}}
	}
	return v
}
