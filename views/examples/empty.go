package examples

import (
	"rollbook/views/connecting"
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// addEmpty adds an admin's pages of the settings for a school without any data.
func addEmpty(b Base, all map[string]Example) {
	admin := inSettings(As(b, roll.Admin))
	all["students-none"] = example(connecting.Students, &connecting.StudentsView{Page: admin, Megabytes: 5, Lines: 20000})
	groups := &settings.GroupsView{Page: admin}
	all["groups-no-year"] = example(settings.Groups, groups)
	all["groups-none"] = example(settings.Groups, &settings.GroupsView{Page: admin, Period: roll.Period{ID: "7", Name: "2025/26"}})
	all["calendar-none"] = example(settings.Calendar, &settings.CalendarView{Page: admin})
}
