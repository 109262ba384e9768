package command

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/signal"
	"syscall"
	"time"

	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/roll"
)

// serve runs the dashboard with the settings of the environment.
type serve struct{}

// Run serves until the context ends. It is no failure if that cuts the start short.
func (serve) Run(ctx context.Context, p *process) (err error) {
	// The reader of the log may disappear. The server continues.
	signal.Ignore(syscall.SIGPIPE)
	app, err := p.open(ctx, p.withKey(ctx))
	if err != nil {
		return unlessEnded(ctx, err)
	}
	defer func() { err = errors.Join(err, app.Close()) }()
	listener, err := listen(ctx, app.Config.Listen)
	if err != nil {
		return unlessEnded(ctx, fmt.Errorf("ROLLBOOK_LISTEN: %w", err))
	}
	app.Log.InfoContext(ctx, "listening", "address", listener.Addr().String())
	if err := p.offerFirstLink(ctx, app, listener.Addr()); err != nil {
		return errors.Join(unlessEnded(ctx, err), listener.Close())
	}
	return app.Run(ctx, listener)
}

// unlessEnded returns the error of a start, or nil if the context has ended.
func unlessEnded(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	return nil
}

// withKey makes a missing master key for a new database, and prints a message about it.
func (p *process) withKey(ctx context.Context) func(*settings.Config) error {
	return func(config *settings.Config) error {
		file, err := web.MakeKeyFile(ctx, config, time.Now)
		if err != nil || file == "" {
			return err
		}
		return p.print("Made the master key %s. Keep a copy away from the database: without it the schools' keys "+
			"cannot be read.\n", file)
	}
}

// offerFirstLink prints the link for the first admin while there is neither a person nor a school.
func (p *process) offerFirstLink(ctx context.Context, app *web.App, listening net.Addr) error {
	secret, made, err := app.Identity.People.FirstLink(ctx)
	if err != nil || !made {
		return err
	}
	origin := "http://" + reachable(listening.String())
	if public := app.Config.Public; public != nil {
		origin = public.Scheme + "://" + public.Host
	}
	return p.print("Nobody can sign in yet. Open this link within %d minutes to set up Rollbook: %s\n",
		int(roll.FirstLinkLasts.Minutes()), origin+app.Site.Paths.AccountLink(secret))
}
