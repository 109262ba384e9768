package command

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"rollbook/web"
	"rollbook/web/store"
)

// settings reads the environment, and the master key from its file beside the database.
func settings() (web.Config, error) {
	config, err := web.FromEnvironment(os.LookupEnv, os.Environ(), os.ReadFile)
	if err != nil {
		return config, err
	}
	return config, config.FindKeyFile(os.ReadFile)
}

// newLog writes records as the settings say.
func newLog(config web.Config, to *records) *slog.Logger {
	return slog.New(recordsIn(config.LogFormat, to.inFormat(config.LogFormat), &slog.HandlerOptions{Level: config.LogLevel}))
}

// open makes the program that the environment describes. Close it.
func (p *process) open(ctx context.Context, change func(*web.Config) error) (*web.App, error) {
	config, err := settings()
	if err != nil {
		return nil, err
	}
	if err := change(&config); err != nil {
		return nil, err
	}
	return web.New(ctx, config, time.Now, newLog(config, p.log), nil, p.register)
}

// quiet keeps the log from adding lines to what a command says.
func quiet(config *web.Config) error {
	config.LogLevel = max(config.LogLevel, slog.LevelError)
	return nil
}

// with does something to the program that the environment describes, which does not run.
func (p *process) with(ctx context.Context, do func(*web.App) error) (err error) {
	app, err := p.open(ctx, quiet)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, app.Close()) }()
	return do(app)
}

// opening is the way in which a command opens the database.
type opening func(context.Context, web.Config, func() time.Time) (*store.Store, error)

// withStore does something to the database alone; no master key is needed.
func withStore(ctx context.Context, open opening, do func(web.Config, *store.Store) error) (err error) {
	config, err := settings()
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
