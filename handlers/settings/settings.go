package settings

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Settings is the first page of a school's settings.
type Settings struct{ base }

// Get shows the open tasks, and the other parts by group.
func (s *Settings) Get(v *visit.Visit) error {
	groups := visit.RoomsOf(v.Role)
	if len(groups) == 0 {
		return echo.ErrForbidden
	}
	view := &settings.IndexView{Page: s.page(v)}
	// On this page the rooms are the content, so it has no navigation beside it.
	view.Rooms = nil
	for _, group := range groups {
		others := settings.IndexGroup{Name: group.Name}
		for _, room := range group.Rooms {
			if what := todoIn(v, room); what != "" {
				view.Todo = append(view.Todo, s.todo(v, room, what))
			} else {
				others.Rooms = append(others.Rooms, stateOf(v, room))
			}
		}
		if len(others.Rooms) > 0 {
			view.Groups = append(view.Groups, others)
		}
	}
	return s.pages.ShowAs(v, http.StatusOK, settings.Index(view))
}

// todo is something missing in a part of the settings.
type todo string

const (
	notConnected  todo = "not_connected"
	sendingOff    todo = "sending_off"
	wrongStudents todo = "wrong_students"
	wrongAddress  todo = "address"
	wrongKey      todo = "key"
	noDue         todo = "no_due"
)

// todoIn returns the open task of the room, or "".
func todoIn(v *visit.Visit, room string) todo {
	switch {
	case room == "day" && v.School.RollsDue == "":
		return noDue
	case room == "keys" && v.Connection.Pause == roll.PausedKey:
		return wrongKey
	case room != "connection":
		return ""
	case v.School.BaseURL == "":
		return notConnected
	case v.Connection.Pause == roll.PausedStudents:
		return wrongStudents
	case v.Connection.Pause == roll.PausedAddress:
		return wrongAddress
	case v.Connection.Unproven:
		return sendingOff
	}
	return ""
}

func (s *Settings) todo(v *visit.Visit, room string, what todo) settings.IndexTodo {
	address := s.pages.Paths.To(paths.Settings, v.School.ID, room)
	if what == wrongStudents {
		address = s.pages.Paths.To(paths.Connection, v.School.ID)
	}
	return settings.IndexTodo{
		Name: room, Address: address,
		State: v.Words.Text(language.SettingsStateKeys.Of(string(what))),
		Next:  v.Words.Text(language.SettingsNextKeys.Of(string(what))),
	}
}

// stateOf describes the room's settings briefly. It returns no state for a room whose state is not stored
// with the school.
func stateOf(v *visit.Visit, name string) settings.IndexRoom {
	room := settings.IndexRoom{Name: name}
	set := func(yes bool, on, off language.Key) {
		room.Set, room.State = yes, v.Words.Text(off)
		if yes {
			room.State = v.Words.Text(on)
		}
	}
	switch name {
	case "connection":
		room.State, room.Set = v.Words.Text("settings.connected"), true
	case "day":
		room.State, room.Set = v.Words.Text("day.due", "Clock", naming.WallTime(v, string(v.School.RollsDue))), true
	case "calendar":
		set(v.School.HasClosings, "settings.set", "settings.none")
	case "times":
		set(v.School.TimeFormat != roll.TimeNotSent, "settings.sent", "times.format_none")
	}
	return room
}
