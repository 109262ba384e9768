package web

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/apiclient"
	"rollbook/static"
	"rollbook/web/connecting/proof"
	"rollbook/web/connecting/services"
	"rollbook/web/connecting/setup"
	"rollbook/web/edge"
	"rollbook/web/edge/settings"
	"rollbook/web/ending"
	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/people"
	"rollbook/web/identity/pins"
	"rollbook/web/identity/session"
	"rollbook/web/identity/tablets"
	"rollbook/web/language"
	"rollbook/web/lists/drafts"
	"rollbook/web/lists/hooks"
	"rollbook/web/lists/rosters"
	"rollbook/web/live"
	"rollbook/web/office/boards"
	"rollbook/web/office/comparing"
	"rollbook/web/office/notices"
	"rollbook/web/office/strips"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/saving/sender"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// App is the program with all its parts. Make one with New, run it once, close it.
type App struct {
	Config      settings.Config
	Clock       func() time.Time
	Log         *slog.Logger
	Measures    *Measures
	Store       *store.Store
	Vault       *vault.Vault
	Services    *services.Services
	Connecting  *setup.Connecting
	Rosters     *rosters.Rosters
	Comparing   *comparing.Comparing
	Strips      *strips.Strips
	Boards      *boards.Boards
	Sender      *sender.Sender
	Submissions *submission.Submissions
	Drafts      *drafts.Drafts
	Live        *live.Hub
	Hooks       *hooks.Hooks
	// Mail and Notices are nil without a mail server.
	Mail      *notices.Mail
	Notices   *notices.Notices
	Sessions  *session.Sessions
	Devices   *session.Devices
	Passes    *session.Tablets
	Openings  *session.Openings
	Tablets   *tablets.Tablets
	SignIn    *auth.SignIn
	Passwords *auth.Passwords
	People    *people.People
	Ending    *ending.Ending
	PINs      *pins.PINs
	Tokens    *auth.Tokens
	Words     *language.Catalogue
	Paths     paths.Paths
	Assets    *static.Assets
	// Demo is nil outside the demonstration.
	Demo Demo
	// Stopping is closed when the server stops.
	Stopping <-chan struct{}

	stop      func()
	transport *apiclient.Transport
	own       apiclient.OwnAddress
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

// Close releases the resources of New. It may be called on a program that never ran.
func (a *App) Close() error {
	a.stop()
	if a.Boards != nil {
		a.Boards.Close()
	}
	if a.Comparing != nil {
		a.Comparing.Close()
	}
	if a.Rosters != nil {
		a.Rosters.Close()
	}
	if a.Strips != nil {
		a.Strips.Close()
	}
	if a.transport != nil {
		a.transport.Close()
	}
	if a.Store == nil {
		return nil
	}
	return a.Store.Close()
}

// schoolRemoved drops the cached data of a removed school.
func (a *App) schoolRemoved(school roll.SchoolID) {
	a.Services.Forget(school)
	a.Measures.ForgetSchool(school)
	a.Live.Changed(live.SchoolOf(school))
}

// AddSchool seals the key and stores the school with it. A school whose list uses the names of the service's
// document is proven by them.
func (a *App) AddSchool(ctx context.Context, school roll.School, key apiclient.Key) error {
	if proof.Documented(school) {
		school.Proof = roll.ProvenByDocument
	}
	return a.Store.AddSchool(ctx, school, a.seal(school.ID, key))
}

func (a *App) record(message string) *events.Record {
	return events.New(message, a.Log, edge.RequestID)
}
