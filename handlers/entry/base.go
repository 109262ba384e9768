package entry

import (
	"rollbook/handlers/factor"
	"rollbook/handlers/visit"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/people"
	"rollbook/web/identity/session"
	"rollbook/web/store"

	"github.com/labstack/echo/v4"
)

// base is behind most pages of this package.
type base struct {
	pages    *visit.Pages
	visitors *visit.Visitors
	sessions *session.Sessions
	devices  *session.Devices
	people   *people.People
	begins   *factor.Beginning
	store    *store.Store
}

// from returns the origin of a try. A browser without this server's cookie has no device.
func (b base) from(c echo.Context) auth.From {
	from := auth.From{Address: c.RealIP()}
	if device, known := b.devices.Load(c.Request()); known {
		from.Device = device.ID
	}
	return from
}
