package command

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/engine"
)

// Run migrates the database, and creates a missing one.
func (migrate) Run(ctx context.Context, p *process) error {
	return withStore(ctx, web.OpenStore, func(opened *store.Store) error {
		return p.done(opened.Database.Migrate(ctx), "the database is up to date\n")
	})
}

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
	warnOfOpenFiles(ctx, app)
	if err := p.offerFirstLink(ctx, app, listener.Addr()); err != nil {
		return errors.Join(unlessEnded(ctx, err), listener.Close())
	}
	return app.Run(ctx, listener)
}

// warnOfOpenFiles warns if other accounts may be able to read the database or the master key, as on Windows, whose
// files have the permissions of their folder.
func warnOfOpenFiles(ctx context.Context, app *web.App) {
	database, ok := strings.CutPrefix(app.Config.Database.Reveal(), "sqlite:")
	if !ok {
		return
	}
	key, _ := app.Config.KeyFile()
	for _, file := range []string{database, key} {
		if engine.OpenToOthers(file) {
			app.Log.WarnContext(ctx, "other accounts may be able to read this file: let only this account into its folder",
				"file", file)
		}
	}
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
		int(roll.FirstLinkLasts.Minutes()), origin+app.Site.Paths.To(paths.AccountLink, secret))
}

// healthcheck checks the server on this machine.
type healthcheck struct{}

const healthcheckLimit = 5 * time.Second

// Run requests /healthz at the address of the server.
func (healthcheck) Run(ctx context.Context, p *process) error {
	config, err := readSettings()
	if err != nil {
		return err
	}
	if _, err := answering(ctx, config); err != nil {
		return err
	}
	return p.print("ok\n")
}

// answering returns the address of the server on this machine, or an error if it does not answer as it should.
func answering(ctx context.Context, config settings.Config) (address string, err error) {
	ctx, cancel := context.WithTimeout(ctx, healthcheckLimit)
	defer cancel()
	address = "http://" + reachable(config.Listen) + paths.New(config.BasePath()).To(paths.Health)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", fmt.Errorf("ask %s: %w", address, err)
	}
	// The default transport would use a proxy.
	transport := &http.Transport{DisableKeepAlives: true}
	answer, err := transport.RoundTrip(request)
	if err != nil {
		return "", fmt.Errorf("ask %s: %w", address, err)
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the server does not answer as it should: %s answered %d", address, answer.StatusCode)
	}
	return address, nil
}
