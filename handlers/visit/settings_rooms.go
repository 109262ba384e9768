package visit

import (
	"rollbook/views/layout"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// room is a part of the settings, with the action that a role must allow.
type room struct {
	group, name string
	action      auth.Action
}

// rooms returns the parts of the settings by group. Each has its address below the settings, and its texts
// under settings.room and settings.about. Each group has its texts under settings.group.
func rooms() []room {
	return []room{
		{"roll", "day", auth.ManageDay},
		{"roll", "statuses", auth.ManageStatuses},
		{"roll", "groups", auth.ManageLists},
		{"roll", "teachers", auth.ManageLists},
		{"roll", "calendar", auth.ManageCalendar},
		{"roll", "codes", auth.ManageStatuses},
		{"people", "people", auth.ManagePeople},
		{"people", "sso", auth.ManagePeople},
		{"people", "tablets", auth.ManageTablets},
		{"people", "audit", auth.SeeAudit},
		{"people", "school", auth.ManageSchool},
		{"people", "retention", auth.ManageSchool},
		{"system", "connection", auth.ManageConnection},
		{"system", "keys", auth.ManageKeys},
		{"system", "webhooks", auth.ManageKeys},
		{"system", "students", auth.ManageLists},
		{"system", "times", auth.ManageConnection},
	}
}

// RoomsOf returns the rooms that the role may open, by group.
func RoomsOf(role roll.Role) []layout.RoomGroup {
	var groups []layout.RoomGroup
	for _, room := range rooms() {
		if !auth.Can(role, room.action) {
			continue
		}
		if len(groups) == 0 || groups[len(groups)-1].Name != room.group {
			groups = append(groups, layout.RoomGroup{Name: room.group})
		}
		last := &groups[len(groups)-1]
		last.Rooms = append(last.Rooms, room.name)
	}
	return groups
}
