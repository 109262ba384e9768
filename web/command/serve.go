package command

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/paths"
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

// listen listens at the address, host:port.
func listen(ctx context.Context, address string) (net.Listener, error) {
	var config net.ListenConfig
	return config.Listen(ctx, "tcp", address)
}

// portsTried limits how many taken ports in a row are skipped.
const portsTried = 100

// listenOnLoopback listens at the address, or at the next free port.
func listenOnLoopback(ctx context.Context, address string) (net.Listener, error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return nil, usage("--listen: %q is not host:port", address)
	}
	first, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, usage("--listen: %q has no port from 0 to 65535", address)
	}
	if host == "localhost" || host == "" {
		host = "127.0.0.1"
	}
	if ip, err := netip.ParseAddr(host); err != nil || !ip.IsLoopback() {
		return nil, usage("--listen: the demonstration listens on this computer only, such as at 127.0.0.1:8080")
	}
	for port := first; ; port++ {
		listener, err := listen(ctx, net.JoinHostPort(host, strconv.FormatUint(port, 10)))
		if !errors.Is(err, syscall.EADDRINUSE) || port == min(first+portsTried, 1<<16-1) {
			return listener, err
		}
	}
}

// reachable returns an address at which this machine can reach the listener.
func reachable(listening string) string {
	host, port, err := net.SplitHostPort(listening)
	if err != nil {
		return listening
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// healthcheck checks the server on this machine.
type healthcheck struct{}

const healthcheckLimit = 5 * time.Second

// Run requests /healthz at the address of the server.
func (healthcheck) Run(ctx context.Context, p *process) (err error) {
	config, err := readSettings()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthcheckLimit)
	defer cancel()
	address := "http://" + reachable(config.Listen) + paths.New(config.BasePath()).Health()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return fmt.Errorf("ask %s: %w", address, err)
	}
	// The default transport would use a proxy.
	transport := &http.Transport{DisableKeepAlives: true}
	answer, err := transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("ask %s: %w", address, err)
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the server does not answer as it should: %s answered %d", address, answer.StatusCode)
	}
	return p.print("ok\n")
}
