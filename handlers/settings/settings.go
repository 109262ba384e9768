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
	return s.Render(v, http.StatusOK, settings.Index(&settings.IndexView{Page: s.Page(v, "", layout.NavSettings), Rooms: names}))
}
