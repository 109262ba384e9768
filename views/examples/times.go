package examples

import (
	"rollbook/views/settings"
)

// addTimes adds the page that sets the format of times.
func addTimes(b Base, all map[string]Example) {
	formats := []settings.TimeFormat{{Value: "HH:MM", Example: "08:52"}, {Value: "HH:MM:SS", Example: "08:52:00"}, {Value: "UTC", Example: "2025-11-20T07:52:00Z"}}
	set := &settings.TimesView{
		Page: settingsPage(b), Format: "template", Template: `{"at":"{UTC}"}`, Late: "in", Left: "none", Formats: formats, Sends: true, Kept: true,
		Examples: []settings.TimeExample{
			{Key: "times.sent.late", JSON: `{"checkTime":{"at":"2025-11-20T07:52:00Z"},"checkInOrCheckOut":"in"}`},
			{Key: "times.sent.left"}, {Key: "times.sent.clear", JSON: `{"checkInOrCheckOut":"clear"}`},
		},
	}
	wrong := &settings.TimesView{
		Page: settingsPage(b), Format: "none", Late: "in", Left: "none", Formats: formats,
		Examples: []settings.TimeExample{{Key: "times.sent.late"}, {Key: "times.sent.left"}},
	}
	wrong.Problem = wrong.Words.Text("times.problem.no_format")
	for name, v := range map[string]*settings.TimesView{"times": set, "times-wrong": wrong} {
		v.Office = true
		all[name] = example(settings.Times, v)
	}
}
