package examples

import (
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// addSettings adds the first page of the settings: without tasks, with many, and for the office.
func addSettings(b Base, all map[string]Example) {
	day, system := settings.IndexRoom{Name: "day", State: "Due at 08:45", Set: true}, settings.IndexRoom{Name: "connection", State: "Connected", Set: true}
	rolls := []settings.IndexRoom{{Name: "statuses"}, {Name: "groups"}, {Name: "calendar", State: "Set", Set: true}}
	lists := []settings.IndexRoom{{Name: "webhooks"}, {Name: "students"}, {Name: "times", State: "Not sent"}}
	people := settings.IndexGroup{Name: "people", Rooms: []settings.IndexRoom{{Name: "people"}, {Name: "tablets"}, {Name: "school"}}}
	for name, v := range map[string]*settings.IndexView{
		"settings": {Page: As(b, roll.Admin), Groups: []settings.IndexGroup{
			{Name: "roll", Rooms: append([]settings.IndexRoom{day}, rolls...)}, people,
			{Name: "system", Rooms: append([]settings.IndexRoom{system, {Name: "keys"}}, lists...)},
		}},
		"settings-todo": {Page: As(b, roll.Admin), Groups: []settings.IndexGroup{{Name: "roll", Rooms: rolls}, people, {Name: "system", Rooms: lists}}, Todo: []settings.IndexTodo{
			{Name: "day", State: "No time is set yet.", Next: "Set when rolls are due", Address: "/schools/oak/settings/day"},
			{Name: "connection", State: "Sending is off.", Next: "Try one mark", Address: "/schools/oak/settings/connection"},
			{Name: "keys", State: "Key not accepted.", Next: "Enter a new key", Address: "/schools/oak/settings/keys"},
		}},
		"settings-office": {Page: As(b, roll.Office), Groups: []settings.IndexGroup{
			{Name: "roll", Rooms: append([]settings.IndexRoom{day}, rolls...)}, {Name: "people", Rooms: people.Rooms[1:2]}, {Name: "system", Rooms: lists[1:2]},
		}},
	} {
		v.Nav = layout.NavSettings
		all[name] = example(settings.Index, v)
	}
}
