package command

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/events"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// readSettings reads the environment, and the master key from its file beside the database.
func readSettings() (settings.Config, error) {
	config, err := settings.FromEnvironment(os.LookupEnv, os.Environ(), os.ReadFile)
	if err != nil {
		return config, err
	}
	return config, config.FindKeyFile(os.ReadFile)
}

// newLog writes records as the settings say.
func newLog(config settings.Config, to *records) *slog.Logger {
	return slog.New(recordsIn(config.LogFormat, to.inFormat(config.LogFormat), &slog.HandlerOptions{Level: config.LogLevel}))
}

// open makes the program that the environment describes; its log goes through the handler. Close it.
func (p *process) open(ctx context.Context, change func(*settings.Config) error, through func(slog.Handler) slog.Handler) (*web.App, error) {
	config, err := readSettings()
	if err != nil {
		return nil, err
	}
	if err := change(&config); err != nil {
		return nil, err
	}
	return web.New(ctx, config, time.Now, slog.New(through(newLog(config, p.log).Handler())), nil, p.register)
}

// quiet keeps the log from adding lines to what a command says.
func quiet(config *settings.Config) error {
	config.LogLevel = max(config.LogLevel, slog.LevelError)
	return nil
}

// with does something to the program that the environment describes, which does not run. The events
// of that are left for the log of a server, also where it went wrong half-way.
func (p *process) with(ctx context.Context, do func(*web.App) error) (err error) {
	left := events.NewLeaving()
	app, err := p.open(ctx, quiet, left.Handler)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, app.Close()) }()
	return errors.Join(do(app), left.Leave(ctx, app.Store))
}

// tell records something that was done to the school, as the pages do.
func tell(ctx context.Context, app *web.App, event events.Name, school roll.SchoolID) {
	record(app.Log, "school").Done(ctx, event, events.About{School: school})
}

// leave keeps the event of something that was done to the whole database.
func leave(ctx context.Context, opened *store.Store, event events.Name) error {
	left := events.NewLeaving()
	record(slog.New(left.Handler(slog.DiscardHandler)), "database").Done(ctx, event, events.About{})
	return left.Leave(ctx, opened)
}

// record records events that belong to no request.
func record(log *slog.Logger, message string) *events.Record {
	return events.New(message, log, func(context.Context) string { return "" })
}

// opening is the way in which a command opens the database.
type opening func(context.Context, settings.Config, func() time.Time) (*store.Store, error)

// withStore does something to the database alone; no master key is needed.
func withStore(ctx context.Context, open opening, do func(settings.Config, *store.Store) error) (err error) {
	config, err := readSettings()
	if err != nil {
		return err
	}
	opened, err := open(ctx, config, time.Now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	return do(config, opened)
}
