package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/events"
	"rollbook/web/events/facts"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/audit"
)

// readSettings reads the environment, and the master key from its file beside the database.
func readSettings() (settings.Config, error) {
	config, err := settings.FromEnvironment(os.LookupEnv, os.Environ(), os.ReadFile)
	if err != nil {
		return config, err
	}
	config.Version = thisBuild()
	return config, config.FindKeyFile(os.ReadFile)
}

// newLog returns a logger in the configured format and level.
func newLog(config settings.Config, to *records) *slog.Logger {
	to.format.Store(config.LogFormat)
	return slog.New(recordsIn(config.LogFormat, to, &slog.HandlerOptions{Level: config.LogLevel}))
}

// open makes the program from the environment. The caller closes it.
func (p *process) open(ctx context.Context, change func(*settings.Config) error) (*web.App, error) {
	config, err := readSettings()
	if err != nil {
		return nil, err
	}
	if err := change(&config); err != nil {
		return nil, err
	}
	return web.New(ctx, config, time.Now, newLog(config, p.log), nil, p.register)
}

// quiet reduces the log to errors, so that it does not mix with a command's output.
func quiet(config *settings.Config) error {
	config.LogLevel = max(config.LogLevel, slog.LevelError)
	return nil
}

// provideApp makes the program from the environment for a command's Run, without running it. At the command's end,
// even after an error, its events are stored in the audit log.
func (p *process) provideApp(ctx context.Context) (*web.App, error) {
	app, err := p.open(ctx, quiet)
	if err != nil {
		return nil, err
	}
	app.Trail.By = audit.Command
	p.atEnd = func() error {
		return errors.Join(audited(app.Trail.Flush(context.WithoutCancel(ctx))), app.Close())
	}
	return app, nil
}

// audited says that something was done although its event could not be stored.
func audited(err error) error {
	if err != nil {
		err = fmt.Errorf("it was done, but the audit log will not show it: %w", err)
	}
	return err
}

// logEvent records an event about the school, as the pages do, with the changes of the command.
func (p *process) logEvent(ctx context.Context, app *web.App, event events.Name, school roll.SchoolID) {
	of := events.About{School: school}
	if after, err := app.Facts.Of(ctx, school); err == nil {
		of.Before, of.After = facts.Changed(p.before, after)
	}
	app.Record("school").Done(ctx, event, of)
}

// storeEvent stores an event about the whole database.
func storeEvent(ctx context.Context, opened *store.Store, event events.Name) error {
	return audited(opened.AddAudit(context.WithoutCancel(ctx),
		[]audit.Event{{At: time.Now(), Name: string(event), By: audit.Command}}))
}

// opening is the way in which a command opens the database.
type opening func(context.Context, settings.Config, func() time.Time) (*store.Store, error)

// withStore opens the database alone and calls do. It needs no master key.
func withStore(ctx context.Context, open opening, do func(*store.Store) error) (err error) {
	config, err := readSettings()
	if err != nil {
		return err
	}
	opened, err := open(ctx, config, time.Now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	return do(opened)
}

// doneWithEvent records the event of a change of the school (logEvent) and prints the sentence about it, unless the
// change failed.
func (p *process) doneWithEvent(ctx context.Context, app *web.App, err error, event events.Name, school roll.SchoolID,
	format string, values ...any) error {
	if err == nil {
		p.logEvent(ctx, app, event, school)
	}
	return p.done(err, format, values...)
}
