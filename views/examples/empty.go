package examples

import (
	"rollbook/views/connecting"
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// addEmpty adds an admin's pages of the settings for a school without any data.
func addEmpty(b Base, all map[string]Example) {
	admin := inSettings(As(b, roll.Admin))
	students := &connecting.StudentsView{Page: admin, Megabytes: 5, Lines: 20000}
	all["students-none"] = Example{&students.Page, connecting.Students(students)}
	groups := &settings.GroupsView{Page: admin}
	all["groups-no-year"] = Example{&groups.Page, settings.Groups(groups)}
	first := &settings.GroupsView{Page: admin, Period: roll.Period{ID: "7", Name: "2025/26"}}
	all["groups-none"] = Example{&first.Page, settings.Groups(first)}
	calendar := &settings.CalendarView{Page: admin}
	all["calendar-none"] = Example{&calendar.Page, settings.Calendar(calendar)}
}
