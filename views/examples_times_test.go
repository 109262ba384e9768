package views_test

import (
	"testing"

	"rollbook/views"
)

// addTimes adds the page on which a school says how times are sent.
func addTimes(t testing.TB, all map[string]example) {
	formats := []views.TimeFormat{{Value: "HH:MM", Example: "08:52"}, {Value: "HH:MM:SS", Example: "08:52:00"}, {Value: "UTC", Example: "2025-11-20T07:52:00Z"}}
	set := &views.TimesView{
		Page: settingsPage(t), Format: "template", Template: `{"at":"{UTC}"}`, Late: "in", Left: "none", Formats: formats, Sends: true, Kept: true,
		Examples: []views.TimeExample{
			{Key: "times.sent.late", JSON: `{"checkTime":{"at":"2025-11-20T07:52:00Z"},"checkInOrCheckOut":"in"}`},
			{Key: "times.sent.left"}, {Key: "times.sent.clear", JSON: `{"checkInOrCheckOut":"clear"}`},
		},
	}
	wrong := &views.TimesView{
		Page: settingsPage(t), Format: "none", Late: "in", Left: "none", Formats: formats,
		Examples: []views.TimeExample{{Key: "times.sent.late"}, {Key: "times.sent.left"}},
	}
	wrong.Problem = wrong.Words.Text("times.problem.no_format")
	for name, v := range map[string]*views.TimesView{"times": set, "times-wrong": wrong} {
		v.Office = true
		all[name] = example{&v.Page, views.Times(v)}
	}
}
