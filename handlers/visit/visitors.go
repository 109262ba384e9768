package visit

import (
	"time"

	"rollbook/web/identity"
	"rollbook/web/identity/limits"
	"rollbook/web/identity/session"
	"rollbook/web/identity/tablets"
	"rollbook/web/lists/rosters"
	"rollbook/web/lists/tables"
	"rollbook/web/store"

	"github.com/labstack/echo/v4"
)

// Visitors admits visitors: people with an account, holders of a pass, and tablets.
type Visitors struct {
	services
	pages    *Pages
	problems *Problems
	passes   *session.Tablets
	tablets  *tablets.Tablets
}

// NewVisitors returns the Visitors of the pages.
func NewVisitors(pages *Pages, problems *Problems, identity *identity.Identity, rosters *rosters.Rosters,
	store *store.Store, clock func() time.Time) *Visitors {
	behind := services{identity.Sessions, pages.devices, identity.Tokens, rosters, store, clock, tables.NewTurn()}
	return &Visitors{behind, pages, problems, identity.Passes, identity.Tablets}
}

// Claims reports whether the device has a session, and whether it has a tablet's pass.
func (s *Visitors) Claims(c echo.Context) (session, pass bool) {
	_, session = s.sessions.Current(c.Request().Context())
	_, pass = s.passes.Load(c.Request())
	return session, pass
}

// Client returns whose tries are counted: the person, the paired tablet, or else the network of the address. A signed
// pass is enough for a tablet.
func (s *Visitors) Client(c echo.Context) limits.Client {
	if current, ok := s.sessions.Current(c.Request().Context()); ok {
		return limits.Client("person " + current.Person)
	}
	if pass, _ := s.passes.Load(c.Request()); pass.ID != "" {
		return limits.Client("tablet " + pass.ID)
	}
	return limits.Network(c.RealIP())
}
