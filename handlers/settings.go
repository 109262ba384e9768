package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/views"
)

// settings is the first page of a school's settings.
type settings struct{ *shell }

// get lists the rooms.
func (s *settings) get(v *visit) error {
	names := roomsOf(v.role)
	if len(names) == 0 {
		return echo.ErrForbidden
	}
	return s.render(v, http.StatusOK, views.Settings(&views.SettingsView{Page: s.page(v, "", views.NavSettings), Rooms: names}))
}
