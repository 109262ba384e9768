package settings

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
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
	// Here they are what the page shows.
	view.Page.Rooms = nil
	for _, name := range names {
		room := settings.IndexRoom{Name: name}
		room.State, room.Missing = stateOf(v, name)
		if room.Missing && view.Next == "" {
			view.Next = name
		}
		view.Rooms = append(view.Rooms, room)
	}
	return s.Render(v, http.StatusOK, settings.Index(view))
}

// stateOf says in a few words what is set in the room, and whether it is missing; empty for a
// room that needs nothing.
func stateOf(v *visit.Visit, room string) (state string, missing bool) {
	switch {
	case room == "connection" && v.School.BaseURL == "":
		return v.Words.Text("settings.state.not_connected"), true
	case room == "connection" && v.Connection.Unproven:
		return v.Words.Text("settings.state.not_on"), true
	case room == "connection":
		return v.Words.Text("settings.state.connected"), false
	case room == "day" && v.School.RollsDue == "":
		return v.Words.Text("settings.state.no_due"), true
	case room == "day":
		return v.Words.Text("day.due", "Clock", string(v.School.RollsDue)), false
	}
	return "", false
}
