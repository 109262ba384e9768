package visit

import (
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/static"
	"rollbook/web"
	"rollbook/web/connecting/services"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/session"
	"rollbook/web/identity/tablets"
	"rollbook/web/language"
	"rollbook/web/lists/rosters"
	"rollbook/web/paths"
	"rollbook/web/store"
)

// Shell provides what every page needs: words, addresses, the visitor and the visitor's school.
type Shell struct {
	Words    *language.Catalogue
	Paths    paths.Paths
	Assets   *static.Assets
	Sessions *session.Sessions
	Devices  *session.Devices
	Passes   *session.Tablets
	Tokens   *auth.Tokens
	Streams  *Streams
	// Demo is nil outside the demonstration.
	Demo  *Demonstration
	Clock func() time.Time
	// Connections reports whether a school's day can be read.
	Connections *services.Services
	store       *store.Store
	tablets     *tablets.Tablets
	rosters     *rosters.Rosters
	buffers     sync.Pool
}

// NewShell returns the shell that all pages of the program share.
func NewShell(app *web.App) *Shell {
	shell := &Shell{
		Words: app.Words, Paths: app.Paths, Assets: app.Assets, Sessions: app.Sessions, Devices: app.Devices, Passes: app.Passes,
		Tokens: app.Tokens, Clock: app.Clock, Connections: app.Services, store: app.Store, tablets: app.Tablets, rosters: app.Rosters,
		Streams: NewStreams(auth.NewStandings(app.Store.Standings), app.Stopping),
	}
	if app.Demo != nil {
		shell.Demo = &Demonstration{Demo: app.Demo}
	}
	return shell
}

// Client names the client for limits: the person, or the address.
func (s *Shell) Client(c echo.Context) string {
	if current, ok := s.Sessions.Current(c.Request().Context()); ok {
		return "person " + string(current.Person)
	}
	return "address " + c.RealIP()
}
