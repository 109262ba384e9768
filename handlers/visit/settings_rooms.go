package visit

import (
	"rollbook/web/auth"
	"rollbook/web/roll"
)

// room is a part of the settings, with the action that a role must be allowed to open it.
type room struct {
	name   string
	action auth.Action
}

// rooms lists the parts of the settings, in the order in which a school comes to need
// them. Each has its address below the settings, and its words under settings.room
// and settings.about.
func rooms() []room {
	return []room{
		{"connection", auth.ManageConnection},
		{"keys", auth.ManageKeys},
		{"webhooks", auth.ManageKeys},
		{"students", auth.ManageLists},
		{"statuses", auth.ManageStatuses},
		{"groups", auth.ManageLists},
		{"calendar", auth.ManageCalendar},
		{"day", auth.ManageDay},
		{"times", auth.ManageConnection},
		{"people", auth.ManagePeople},
		{"school", auth.ManageSchool},
		{"tablets", auth.ManageTablets},
	}
}

// RoomsOf lists the rooms that the role may open.
func RoomsOf(role roll.Role) []string {
	var names []string
	for _, room := range rooms() {
		if auth.Can(role, room.action) {
			names = append(names, room.name)
		}
	}
	return names
}
