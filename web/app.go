package web

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/static"
	"rollbook/web/connecting"
	"rollbook/web/edge"
	"rollbook/web/edge/settings"
	"rollbook/web/events"
	"rollbook/web/events/facts"
	"rollbook/web/identity"
	"rollbook/web/language"
	"rollbook/web/lists"
	"rollbook/web/live"
	"rollbook/web/office"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/saving"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// App is the program with all its rooms. Make one with New, run it once, close it.
type App struct {
	Config     settings.Config
	Clock      func() time.Time
	Log        *slog.Logger
	Store      *store.Store
	Vault      *vault.Vault
	Live       *live.Hub
	Site       Site
	Identity   *identity.Identity
	Connecting *connecting.Connecting
	Lists      *lists.Lists
	Office     *office.Office
	Saving     *saving.Saving
	Trail      *events.Trail
	Facts      *facts.Facts
	Measures   *Measures
	// Demo is nil outside the demonstration.
	Demo Demo
	process
}

// Site has the words, the addresses and the static files of the pages.
type Site struct {
	Words  *language.Catalogue
	Paths  paths.Paths
	Assets *static.Assets
}

// process is the running program.
type process struct {
	// stopping is closed by stop.
	stopping  <-chan struct{}
	stop      func()
	memory    memory
	readiness readiness
	// whole is true when the start read the whole database and found no damage.
	whole   bool
	handler http.Handler
}

// Register adds the pages' routes to the group, and the error handler to the echo.
type Register func(e *echo.Echo, pages *echo.Group, app *App) error

// Handler returns the handler without a listener, for tests.
func (a *App) Handler() http.Handler { return a.handler }

// Stopping returns a channel that is closed when the server stops.
func (a *App) Stopping() <-chan struct{} { return a.stopping }

// Close releases the resources of New. It may be called on a program that never ran.
func (a *App) Close() error {
	a.stop()
	a.Trail.Close()
	if a.Office != nil {
		a.Office.Close()
	}
	if a.Lists != nil {
		a.Lists.Rosters.Close()
	}
	if a.Connecting != nil {
		a.Connecting.Close()
	}
	if a.Store == nil {
		return nil
	}
	return a.Store.Close()
}

// schoolRemoved drops the cached data of a removed school.
func (a *App) schoolRemoved(school roll.SchoolID) {
	a.Connecting.Services.Forget(school)
	a.Measures.ForgetSchool(school)
	a.Live.Changed(live.SchoolOf(school))
}

// Record makes a record of events whose refusals are counted.
func (a *App) Record(message string) *events.Record {
	return events.New(message, a.Log, a.Trail, func(ctx context.Context) events.Request {
		return events.Request{ID: edge.RequestID(ctx), From: edge.ClientOf(ctx)}
	}, a.Measures.refused)
}
