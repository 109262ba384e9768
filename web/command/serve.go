package command

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"syscall"
)

// serve is the dashboard, as the environment describes it.
type serve struct{}

// Run serves until the context ends.
func (serve) Run(ctx context.Context, p *process) (err error) {
	// Whoever reads the log may go; the server stays.
	signal.Ignore(syscall.SIGPIPE)
	app, err := p.open(ctx, asSet)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, app.Close()) }()
	listener, err := listen(ctx, app.Config.Listen)
	if err != nil {
		return fmt.Errorf("ROLLBOOK_LISTEN: %w", err)
	}
	app.Log.InfoContext(ctx, "listening", "address", listener.Addr().String())
	return app.Run(ctx, listener)
}
