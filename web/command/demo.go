package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"rollbook/apiclient"
	"rollbook/web"
	"rollbook/web/vault"
)

// demo is everything in one process: the sample school system, two schools that use
// it, their people, and the dashboard.
type demo struct {
	Listen string `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Where to listen, on this computer only; the next free port if this one is taken. Default: ${default}"`
	Data   string `placeholder:"DIR" help:"Keep the data in this folder; without it everything is gone at the end."`
}

// Run shows the demonstration until the context ends.
func (d demo) Run(ctx context.Context, p *process) (err error) {
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
	// Whoever reads the log may go; the demonstration stays.
	signal.Ignore(syscall.SIGPIPE)
	log := slog.New(slog.NewTextHandler(p.log, &slog.HandlerOptions{Level: slog.LevelError}))
	shown, err := newDemonstration(ctx, folder, d.Data != "", time.Now, log, p.register)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shown.close()) }()
	if err := shown.announce(p, listener.Addr()); err != nil {
		return err
	}
	var background sync.WaitGroup
	background.Go(func() {
		shown.fillHistory(ctx)
		// Only then: the history is no news.
		if err := shown.report(ctx, listener.Addr()); err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "the sample school system reports nothing", "error", err)
		}
	})
	defer background.Wait()
	return shown.app.Run(ctx, listener)
}

// folder makes the folder of the data; remove deletes it at the end where it is a temporary one.
func (d demo) folder() (folder string, remove func() error, err error) {
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

// demonstration is the program with all that stands around it while it is shown.
type demonstration struct {
	service *demoService
	schools []demoSchool
	clock   *demoClock
	app     *web.App
	// takenUp is true when the folder held the data of an earlier time.
	takenUp bool
}

// newDemonstration starts the sample school system and makes the program that uses
// it. What is kept in the folder is taken up again. All of it lives in the time of the
// demonstration's own clock; the machine's only says which morning that is.
func newDemonstration(ctx context.Context, folder string, kept bool, machine func() time.Time, log *slog.Logger, register web.Register) (*demonstration, error) {
	file, clockFile := "", ""
	if kept {
		file, clockFile = filepath.Join(folder, "school-system.db"), filepath.Join(folder, "clock")
	}
	clock, err := startDemoClock(machine, clockFile)
	if err != nil {
		return nil, err
	}
	service, err := startDemoService(ctx, file, clock.now, log)
	if err != nil {
		return nil, err
	}
	shown := &demonstration{service: service, schools: demoSchools(), clock: clock}
	key, err := masterKeyIn(folder)
	if err == nil {
		shown.app, err = web.New(ctx, web.Config{
			Database:        vault.NewSecret("sqlite:" + filepath.Join(folder, databaseFile)),
			MasterKeys:      []vault.MasterKey{key},
			PrivateServices: apiclient.AnyPort(netip.PrefixFrom(service.address.Addr(), service.address.Addr().BitLen())),
		}, clock.now, log, shown, register)
	}
	if err == nil {
		err = shown.prepare(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, shown.close())
	}
	return shown, nil
}

// databaseFile is the file of Rollbook's own data in the demonstration's folder.
const databaseFile = "rollbook.db"

// masterKeyIn is the master key of the folder, a new one in a new folder.
func masterKeyIn(folder string) (vault.MasterKey, error) {
	file := filepath.Join(folder, "master-key")
	text, err := os.ReadFile(file)
	if err == nil {
		return vault.ParseMasterKey(string(text))
	}
	if !errors.Is(err, os.ErrNotExist) {
		return vault.MasterKey{}, fmt.Errorf("read the master key: %w", err)
	}
	key := vault.RandomMasterKey()
	if err := os.WriteFile(file, []byte(key.Reveal()+"\n"), 0o600); err != nil {
		return vault.MasterKey{}, fmt.Errorf("keep the master key: %w", err)
	}
	return key, nil
}

func (d *demonstration) close() error {
	var err error
	if d.app != nil {
		err = d.app.Close()
	}
	return errors.Join(err, d.service.close(), d.clock.stop())
}

// announce prints the demonstration's address, then the people as whom one can sign in.
func (d *demonstration) announce(p *process, address net.Addr) error {
	if err := p.print("Rollbook demo: http://%s. Nothing leaves this computer. Ctrl+C ends it.\n", address); err != nil {
		return err
	}
	for _, school := range d.schools {
		for _, member := range school.people {
			if err := p.print("%s\t%s\t%s\t%s\n", member.email, demoPassword, school.id, member.role); err != nil {
				return err
			}
		}
	}
	return nil
}
