package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"rollbook/web/demo"
)

// demoRun runs everything in one process: the sample school system, two connected schools and an unconnected
// one, their people, and the dashboard.
type demoRun struct {
	Listen string `default:"127.0.0.1:8080" env:"ROLLBOOK_LISTEN" placeholder:"HOST:PORT" help:"Address to listen on, this computer only; the next free port if it is taken. Default: ${default}"`
	Data   string `placeholder:"DIR" help:"Folder to keep the data in. Default: the data is lost at the end."`
}

// Run runs the demonstration until the context ends.
func (d demoRun) Run(ctx context.Context, p *process) (err error) {
	listener, err := listenOnLoopback(ctx, d.Listen)
	if isUsage(err) {
		return err
	}
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	defer func() { _ = listener.Close() }()
	folder, remove, err := d.folder()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	// The reader of the log may disappear. The demonstration continues.
	signal.Ignore(syscall.SIGPIPE)
	log := slog.New(slog.NewTextHandler(p.log, &slog.HandlerOptions{Level: slog.LevelError}))
	shown, err := demo.Start(ctx, folder, d.Data != "", time.Now, log, p.register)
	if err != nil {
		return unlessEnded(ctx, err)
	}
	defer func() { err = errors.Join(err, shown.Close()) }()
	if err := shown.Announce(p.print, listener.Addr()); err != nil {
		return err
	}
	return shown.Run(ctx, listener)
}

// folder makes the data folder. Remove deletes a temporary one at the end.
func (d demoRun) folder() (folder string, remove func() error, err error) {
	if d.Data == "" {
		folder, err = os.MkdirTemp("", "rollbook-demo-")
		if err != nil {
			return "", nil, fmt.Errorf("make a folder for the demonstration: %w", err)
		}
		return folder, func() error { return os.RemoveAll(folder) }, nil
	}
	if err := os.MkdirAll(d.Data, 0o700); err != nil {
		return "", nil, fmt.Errorf("--data: %w", err)
	}
	return d.Data, func() error { return nil }, nil
}
