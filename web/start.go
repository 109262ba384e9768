package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"rollbook/static"
	"rollbook/web/connecting"
	"rollbook/web/edge"
	"rollbook/web/edge/settings"
	"rollbook/web/events"
	"rollbook/web/events/facts"
	"rollbook/web/identity"
	"rollbook/web/identity/people"
	"rollbook/web/language"
	"rollbook/web/lists"
	"rollbook/web/live"
	"rollbook/web/office"
	"rollbook/web/office/notices"
	"rollbook/web/paths"
	"rollbook/web/saving"
	"rollbook/web/store/engine"
	"rollbook/web/vault"
)

// New makes the program: it opens the database, migrates it, and refuses a master key that is not the
// database's. demo is nil outside the demonstration. Nothing runs yet.
func New(ctx context.Context, config settings.Config, clock func() time.Time, log *slog.Logger, demo Demo,
	register Register) (*App, error) {
	app := &App{Config: config, Demo: demo, Clock: clock, Log: log, Live: live.NewHub(),
		Site:     Site{Paths: paths.New(config.BasePath())},
		Measures: newMeasures(config.Version)}
	stopping := make(chan struct{})
	app.stopping, app.stop = stopping, sync.OnceFunc(func() { close(stopping) })
	if err := app.assemble(ctx); err != nil {
		return nil, errors.Join(err, app.Close())
	}
	e, pages, err := app.newEcho()
	if err == nil {
		err = register(e, pages, app)
	}
	if err != nil {
		return nil, errors.Join(err, app.Close())
	}
	app.Measures.registry.MustRegister(databaseMeasures{app})
	app.handler = app.memory.counted(edge.HeadAsGet(e))
	return app, nil
}

func (a *App) assemble(ctx context.Context) error {
	var err error
	if a.Vault, err = vault.New(a.Config.MasterKeys...); err != nil {
		return fmt.Errorf("ROLLBOOK_MASTER_KEY: %w", err)
	}
	// They are independent, and each takes a third of the start.
	var carried errgroup.Group
	carried.Go(a.loadWords)
	carried.Go(a.loadAssets)
	if err := errors.Join(a.prepareStore(ctx), carried.Wait()); err != nil {
		return err
	}
	a.Trail = events.NewTrail(a.Store, a.Clock, a.Log, func(lost int) { a.Measures.unaudited.Add(float64(lost)) })
	return a.makeRooms()
}

// makeRooms makes the rooms in the order in which they need each other.
func (a *App) makeRooms() (err error) {
	if a.Connecting, err = connecting.New(a.Store, a.Vault, a.Config.PrivateServices, a.schoolRemoved, a.Clock,
		a.Record("school")); err != nil {
		return err
	}
	services := a.Connecting.Services
	services.Watch(a.Measures)
	if a.Lists, err = lists.New(a.Store, a.Vault, services, a.Site.Words, a.readAgain, a.Clock, a.Record("school"),
		a.Log); err != nil {
		return err
	}
	if a.Office, err = office.New(a.Store, services, a.Lists.Rosters, a.newMail(), a.Live, a.Vault, a.Clock,
		a.Log); err != nil {
		return err
	}
	a.Saving = saving.New(a.Store, services, a.Lists.Rosters, a.Live, a.Measures, a.Clock, a.Log)
	// Links are mailed only with a public address.
	var mail *people.Mail
	if public := a.Config.Public; a.Office.Mail != nil && public != nil {
		mail = people.NewMail(a.Office.Mail, a.Site.Words, a.Site.Paths, public.Scheme+"://"+public.Host)
	}
	if a.Identity, err = identity.New(a.Store, a.Vault, a.Connecting.Transport, a.Config.Public, mail, IsBackground,
		a.Clock, a.Record); err != nil {
		return err
	}
	a.Facts = facts.New(a.Store, a.Lists.Hooks, a.Identity.SSO)
	return nil
}

func (a *App) loadWords() (err error) {
	if a.Site.Words, err = language.Load(); err != nil {
		return fmt.Errorf("load the words: %w", err)
	}
	return nil
}

func (a *App) loadAssets() (err error) {
	if a.Site.Assets, err = static.New(a.Site.Paths.Base()); err != nil {
		return fmt.Errorf("load the assets: %w", err)
	}
	return nil
}

// settle detects whether the database is a copy, and logs it.
func (a *App) settle(ctx context.Context) error {
	if err := a.Store.Settle(ctx, 3*lookAtDatabaseEvery); err != nil {
		return err
	}
	if err := a.Store.KeepUnkept(ctx); err != nil {
		return err
	}
	reason, err := a.Store.SendingPaused(ctx)
	if reason != "" {
		a.Log.WarnContext(ctx, "sending is paused until an admin says so: the database is a copy", "reason", reason)
	}
	return err
}

// newMail makes a Mail if ROLLBOOK_SMTP_ADDRESS and ROLLBOOK_SMTP_FROM are set.
func (a *App) newMail() *notices.Mail {
	smtp := a.Config.Mail
	address, from := smtp("ADDRESS"), smtp("FROM")
	if address == "" || from == "" {
		return nil
	}
	origin := ""
	if a.Config.Public != nil {
		origin = a.Config.Public.Scheme + "://" + a.Config.Public.Host
	}
	way := notices.TLS(smtp("TLS"))
	if way == notices.TLSOffered && !settings.IsLoopback(address) {
		way = notices.TLSRequired
	}
	server := notices.MailServer{Address: address, TLS: way, From: from, User: smtp("USER"), Password: smtp("PASSWORD")}
	return notices.NewMail(server, a.Site.Words, a.Site.Paths, origin, a.Clock, a.Measures.unmailed.Inc)
}

// Run serves on the listener and sends due marks, until the context ends. It lets running requests and calls
// finish within 6 seconds. The next start continues a call that takes longer, because its attempt is stored. It ends
// with an error when the database file was replaced.
func (a *App) Run(ctx context.Context, listener net.Listener) error {
	a.Connecting.Own.Set(listener.Addr())
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stopped := make(chan time.Time, 1)
	context.AfterFunc(ctx, func() { stopped <- time.Now() })
	server := edge.NewServer(a.handler, a.Log)
	server.RegisterOnShutdown(a.stop)
	var background sync.WaitGroup
	background.Go(func() { a.Saving.Sender.Run(ctx) })
	background.Go(func() { a.housekeep(ctx) })
	background.Go(func() { a.keepSmall(ctx) })
	background.Go(func() { a.watchDatabase(ctx, cancel) })
	if !a.whole {
		background.Go(func() { checkOn(ctx, a.Store, a.Log) })
	}
	background.Go(func() { a.reseal(ctx) })
	background.Go(func() { a.Lists.Hooks.Run(ctx) })
	background.Go(func() { a.Identity.People.Run(ctx) })
	background.Go(func() { a.Trail.Run(ctx) })
	if a.Office.Notices != nil {
		background.Go(func() { a.Office.Notices.Run(ctx) })
	}
	context.AfterFunc(ctx, func() { a.Log.InfoContext(ctx, "stopping: running requests and calls end within 6 seconds") })
	err := edge.Serve(ctx, server, listener)
	cancel(nil)
	if cause := context.Cause(ctx); errors.Is(cause, engine.ErrReplaced) {
		err = errors.Join(err, cause)
	}
	if !waitUntil(&background, (<-stopped).Add(runGrace)) {
		a.Log.WarnContext(ctx, "stopped with calls in flight; they resume at the next start")
	}
	return err
}

// runGrace limits the background work after the server is told to stop, a second longer than its requests.
const runGrace = 6 * time.Second

// waitUntil waits for the group until the given time. It reports whether the group has ended.
func waitUntil(group *sync.WaitGroup, then time.Time) bool {
	ended := make(chan struct{})
	go func() {
		group.Wait()
		close(ended)
	}()
	timer := time.NewTimer(time.Until(then))
	defer timer.Stop()
	select {
	case <-ended:
		return true
	case <-timer.C:
		return false
	}
}

const (
	housekeepEvery = 10 * time.Minute
	sweepEvery     = 24 * time.Hour
	// sweepFor limits a sweep. It goes on the next time.
	sweepFor = time.Minute
)

// housekeep deletes data that is no longer needed: sessions often, and daily the data that is older than its
// rule.
func (a *App) housekeep(ctx context.Context) {
	ticker := time.NewTicker(housekeepEvery)
	defer ticker.Stop()
	var swept time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := a.Clock()
		err := errors.Join(a.Store.Sessions(time.Now).DropExpired(ctx), a.Connecting.Services.NoteUses(ctx))
		if now.Sub(swept) >= sweepEvery {
			limited, cancel := context.WithTimeout(ctx, sweepFor)
			sweeping := a.Store.Sweep(limited, now)
			if cancel(); sweeping == nil {
				swept = now
			} else if !errors.Is(sweeping, context.DeadlineExceeded) {
				err = errors.Join(err, sweeping)
			}
		}
		if err != nil && ctx.Err() == nil {
			a.Log.ErrorContext(ctx, "housekeeping failed", "error", err)
		}
	}
}

// keepSmall keeps the process small.
func (a *App) keepSmall(ctx context.Context) {
	ticker := time.NewTicker(quietAfter)
	defer ticker.Stop()
	a.memory.keep(ctx, ticker.C, taken, debug.FreeOSMemory)
}

// prepareStore opens the database and migrates it for this version of the program.
func (a *App) prepareStore(ctx context.Context) error {
	var err error
	if a.Store, a.whole, err = openToServe(ctx, a.Config, a.Clock, readAtStart); err != nil {
		return err
	}
	if err := a.Store.Database.Migrate(ctx); err != nil {
		return err
	}
	if err := a.checkMasterKey(ctx); err != nil {
		return err
	}
	return a.settle(ctx)
}
