package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/signal"
	"syscall"
	"time"

	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/roll"
)

// serve is the dashboard, as the environment describes it.
type serve struct{}

// Run serves until the context ends.
func (serve) Run(ctx context.Context, p *process) (err error) {
	// Whoever reads the log may go; the server stays.
	signal.Ignore(syscall.SIGPIPE)
	app, err := p.open(ctx, p.withKey(ctx), func(log slog.Handler) slog.Handler { return log })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, app.Close()) }()
	listener, err := listen(ctx, app.Config.Listen)
	if err != nil {
		return fmt.Errorf("ROLLBOOK_LISTEN: %w", err)
	}
	app.Log.InfoContext(ctx, "listening", "address", listener.Addr().String())
	if err := p.offerFirstLink(ctx, app, listener.Addr()); err != nil {
		return errors.Join(err, listener.Close())
	}
	return app.Run(ctx, listener)
}

// withKey makes the master key of a new database for which none is set, and says so.
func (p *process) withKey(ctx context.Context) func(*settings.Config) error {
	return func(config *settings.Config) error {
		file, err := web.MakeKeyFile(ctx, config, time.Now)
		if err != nil || file == "" {
			return err
		}
		return p.print("Made the master key %s. Keep a copy away from the database: without it the schools' keys cannot be read.\n", file)
	}
}

// offerFirstLink prints the link with which the first admin begins, where there is nobody yet.
func (p *process) offerFirstLink(ctx context.Context, app *web.App, listening net.Addr) error {
	secret, made, err := app.People.FirstLink(ctx)
	if err != nil || !made {
		return err
	}
	origin := "http://" + reachable(listening.String())
	if public := app.Config.Public; public != nil {
		origin = public.Scheme + "://" + public.Host
	}
	return p.print("Nobody can sign in yet. Open this link within %d minutes to set up Rollbook: %s\n",
		int(roll.FirstLinkLasts.Minutes()), origin+app.Paths.AccountLink(secret))
}
