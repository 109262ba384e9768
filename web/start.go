package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"rollbook/apiclient"
	"rollbook/static"
	"rollbook/web/connecting/services"
	"rollbook/web/connecting/setup"
	"rollbook/web/edge"
	"rollbook/web/edge/settings"
	"rollbook/web/ending"
	"rollbook/web/events"
	"rollbook/web/identity/auth"
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
	"rollbook/web/saving/sender"
	"rollbook/web/saving/submission"
	"rollbook/web/vault"
)

// New makes the program: it opens the database, migrates it, and refuses a master key that is not the
// database's. demo is nil outside the demonstration. Nothing runs yet.
func New(ctx context.Context, config settings.Config, clock func() time.Time, log *slog.Logger, demo Demo, register Register) (*App, error) {
	app := &App{Config: config, Measures: newMeasures(), Demo: demo, Clock: clock, Log: log, Live: live.NewHub(), Paths: paths.New(config.BasePath())}
	stopping := make(chan struct{})
	app.Stopping, app.stop = stopping, sync.OnceFunc(func() { close(stopping) })
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
	if err := a.connect(); err != nil {
		return err
	}
	if err := a.admit(); err != nil {
		return err
	}
	if a.Mail = a.newMail(); a.Mail != nil {
		a.Notices = notices.New(a.Store, a.Mail, a.Log)
	}
	a.seeToPeople()
	a.Ending = ending.New(a.Store, a.schoolRemoved, a.record("school"))
	return nil
}

func (a *App) loadWords() (err error) {
	if a.Words, err = language.Load(); err != nil {
		return fmt.Errorf("load the words: %w", err)
	}
	return nil
}

func (a *App) loadAssets() (err error) {
	if a.Assets, err = static.New(a.Paths.Base()); err != nil {
		return fmt.Errorf("load the assets: %w", err)
	}
	return nil
}

// settle detects whether the database is a copy, and logs it.
func (a *App) settle(ctx context.Context) error {
	if err := a.Store.Settle(ctx); err != nil {
		return err
	}
	reason, err := a.Store.SendingPaused(ctx)
	if reason != "" {
		a.Log.WarnContext(ctx, "sending is paused until an admin says so: the database is a copy", "reason", reason)
	}
	return err
}

// connect sets up the calls to the schools' services.
func (a *App) connect() error {
	var err error
	guard := apiclient.NewGuard(a.Config.PrivateServices).Except(&a.own)
	a.transport, err = apiclient.NewTransport(apiclient.TransportConfig{AllowPrivate: a.Config.PrivateServices, Own: &a.own})
	if err != nil {
		return fmt.Errorf("prepare connections: %w", err)
	}
	a.Services = services.New(a.Store, a.Store, a.Vault, a.transport, guard, a.Clock)
	a.Services.Watch(a.Measures)
	if a.Rosters, err = rosters.New(a.Store, a.Services, services.Problem, a.Clock, a.Log); err != nil {
		return err
	}
	if a.Strips, err = strips.New(a.Store); err != nil {
		return err
	}
	a.Comparing = comparing.New(a.Services, a.Rosters, a.Store, sender.Means, a.Live, a.Clock, a.Log)
	a.Boards = boards.New(a.Store, a.Rosters, a.Comparing, a.Live, a.Clock, a.Log)
	a.Connecting = setup.New(a.Store, a.Services, guard, a.seal, a.Clock)
	a.Sender = sender.New(countedStore{a.Store, a.Measures}, a.Services, a.Live, a.Log)
	a.Hooks = hooks.New(a.Store, a.Vault, a.readAgain, a.Clock, a.Log)
	a.Drafts = drafts.New(a.Store, a.Vault, a.Clock)
	a.Submissions = submission.New(a.Rosters, a.Store, a.Sender, a.Live, a.Clock)
	return nil
}

// newMail makes a Mail if ROLLBOOK_SMTP_ADDRESS and ROLLBOOK_SMTP_FROM are set.
func (a *App) newMail() *notices.Mail {
	smtp := a.Config.SMTP
	address, from := smtp["ADDRESS"].Reveal(), smtp["FROM"].Reveal()
	if address == "" || from == "" {
		return nil
	}
	origin := ""
	if a.Config.Public != nil {
		origin = a.Config.Public.Scheme + "://" + a.Config.Public.Host
	}
	server := notices.MailServer{Address: address, From: from, User: smtp["USER"].Reveal(), Password: smtp["PASSWORD"].Reveal()}
	return notices.NewMail(server, a.Words.English(), a.Paths, origin, a.Clock)
}

// admit sets up sign-in, sessions and cookies.
func (a *App) admit() error {
	scope := session.ScopeOf(a.Config.Public)
	cookieKeys, err := a.Vault.Derive("device cookies")
	if err != nil {
		return fmt.Errorf("derive the keys of cookies: %w", err)
	}
	passKeys, err := a.Vault.Derive("tablet cookies")
	if err != nil {
		return fmt.Errorf("derive the keys of tablets' cookies: %w", err)
	}
	tokenKeys, err := a.Vault.Derive("page tokens")
	if err != nil {
		return fmt.Errorf("derive the keys of tokens: %w", err)
	}
	// scs uses the machine's own clock for a session's end, so the store must too.
	a.Sessions = session.NewSessions(a.Store.Sessions(time.Now), scope, IsBackground)
	a.Devices = session.NewDevices(scope, cookieKeys[0], cookieKeys[1:]...)
	a.Passes = session.NewTablets(scope, passKeys[0], passKeys[1:]...)
	a.Openings = session.NewOpenings(scope, passKeys[0], passKeys[1:]...)
	a.Tokens = auth.NewTokens(tokenKeys[0], tokenKeys[1:]...)
	counterKeys, err := a.Vault.Derive("sign-in counters")
	if err != nil {
		return fmt.Errorf("derive the keys of counters: %w", err)
	}
	a.Passwords = auth.NewPasswords()
	a.Tablets = tablets.New(a.Store, a.Tokens, a.Clock, a.record("tablets"))
	a.SignIn = auth.NewSignIn(accounts{a.Store}, attempts{a.Store}, a.Store, a.Passwords, counterKeys[0], a.Clock)
	pinKeys, err := a.Vault.Derive("PINs")
	if err != nil {
		return fmt.Errorf("derive the keys of PINs: %w", err)
	}
	a.PINs = pins.New(a.Store, a.Passwords, a.SignIn, pinKeys, a.Clock, a.record("pins"))
	return nil
}

// Run serves on the listener and sends due marks, until the context ends. It lets running requests and calls
// finish within 6 seconds. The next start continues a call that takes longer, because its attempt is stored.
func (a *App) Run(ctx context.Context, listener net.Listener) error {
	a.own.Set(listener.Addr())
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	told := make(chan time.Time, 1)
	context.AfterFunc(ctx, func() { told <- time.Now() })
	server := edge.NewServer(a.handler, a.Log)
	server.RegisterOnShutdown(a.stop)
	var background sync.WaitGroup
	background.Go(func() { a.Sender.Run(ctx) })
	background.Go(func() { a.housekeep(ctx) })
	background.Go(func() { a.keepSmall(ctx) })
	background.Go(func() { a.watchVersion(ctx) })
	if !a.whole {
		background.Go(func() { checkOn(ctx, a.Store, a.Log) })
	}
	background.Go(func() { a.reseal(ctx) })
	background.Go(func() { a.Hooks.Run(ctx) })
	background.Go(func() { a.People.Run(ctx) })
	background.Go(func() { events.Tell(ctx, a.Store, a.Log) })
	if a.Notices != nil {
		background.Go(func() { a.Notices.Run(ctx) })
	}
	err := edge.Serve(ctx, server, listener)
	cancel()
	if !waitUntil(&background, (<-told).Add(runGrace)) {
		a.Log.WarnContext(ctx, "stopped with calls under way: the next start goes on with them")
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
	forgetFailures = 2 * 24 * time.Hour
	forgetDevices  = 180 * 24 * time.Hour
	forgetNotices  = 90 * 24 * time.Hour
	forgetEvents   = 7 * 24 * time.Hour
	forgetOpenings = 7 * 24 * time.Hour
	// Covers are kept for two days, so that none is deleted on its own day in any time zone.
	forgetCovers = 2 * 24 * time.Hour
	forgetLinks  = 7 * 24 * time.Hour
	// Wrong PINs in a row are limited even with long pauses between them.
	forgetTries = 90 * 24 * time.Hour
	// A tablet unpaired by mistake can be paired again with its name and classes.
	forgetTablets = 7 * 24 * time.Hour
)

// housekeep deletes data that is no longer needed.
func (a *App) housekeep(ctx context.Context) {
	ticker := time.NewTicker(housekeepEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := a.Clock()
		err := errors.Join(
			a.Store.Sessions(time.Now).DropExpired(ctx),
			a.Services.NoteUses(ctx),
			a.Store.ForgetWebhooks(ctx, now.Add(-forgetEvents), now),
			a.Store.DropOldImportDrafts(ctx, now),
			a.Store.ForgetNotices(ctx, now.Add(-forgetNotices)),
			a.Store.ForgetOpenings(ctx, now.Add(-forgetOpenings)),
			a.Store.ForgetAccountLinks(ctx, now.Add(-forgetLinks)),
			a.Store.ForgetCovers(ctx, now.Add(-forgetCovers)),
			a.Store.ForgetPINs(ctx, now.Add(-forgetTries)),
			a.Store.ForgetTablets(ctx, now.Add(-forgetTablets)),
			a.Store.DropOldSignIns(ctx, now.Add(-forgetFailures), now.Add(-forgetDevices)),
		)
		if err != nil && ctx.Err() == nil {
			a.Log.ErrorContext(ctx, "what is no longer needed could not be removed", "error", err)
		}
	}
}

// keepSmall keeps the process small.
func (a *App) keepSmall(ctx context.Context) {
	ticker := time.NewTicker(quietAfter)
	defer ticker.Stop()
	a.memory.keep(ctx, ticker.C, func() { CollectSeldom(os.LookupEnv) }, taken, debug.FreeOSMemory)
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
