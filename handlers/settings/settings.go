package settings

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// Settings is the first page of a school's settings.
type Settings struct{ *visit.Shell }

// Get lists the rooms.
func (s *Settings) Get(v *visit.Visit) error {
	names := visit.RoomsOf(v.Role)
	if len(names) == 0 {
		return echo.ErrForbidden
	}
	view := &settings.IndexView{Page: s.Page(v, "", layout.NavSettings)}
	// On this page the rooms are the content, and no navigation beside it.
	view.Page.Rooms = nil
	for _, name := range names {
		room := stateOf(v, name)
		if room.Missing && view.Next == "" {
			view.Next = name
		}
		view.Rooms = append(view.Rooms, room)
	}
	return s.Render(v, http.StatusOK, settings.Index(view))
}

// stateOf says in a few words what is set in the room, and whether it is missing. It says nothing of
// a room whose state is not stored with the school.
func stateOf(v *visit.Visit, name string) settings.IndexRoom {
	room := settings.IndexRoom{Name: name}
	set := func(yes bool, is, isNot language.Key) {
		room.Set = yes
		room.State = v.Words.Text(isNot)
		if yes {
			room.State = v.Words.Text(is)
		}
	}
	switch name {
	case "connection":
		set(v.School.BaseURL != "" && !v.Connection.Unproven, "settings.state.connected", notConnected(v))
		room.Missing = !room.Set
	case "day":
		room.State, room.Missing = v.Words.Text("settings.state.no_due"), true
		if v.School.RollsDue != "" {
			room.State, room.Missing, room.Set = v.Words.Text("day.due", "Clock", string(v.School.RollsDue)), false, true
		}
	case "calendar":
		set(v.School.HasClosings, "settings.state.set", "settings.state.none")
	case "times":
		set(v.School.TimeFormat != roll.TimeNotSent, "settings.state.sent", "times.format_none")
	}
	return room
}

func notConnected(v *visit.Visit) language.Key {
	if v.School.BaseURL == "" {
		return "settings.state.not_connected"
	}
	return "settings.state.not_on"
}
