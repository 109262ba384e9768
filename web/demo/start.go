package demo

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"sync"
	"time"

	"rollbook/apiclient"
	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/vault"
)

// Start starts the sample school system and makes the program that uses it. It continues with data stored in
// the folder. Everything uses the demonstration's own clock; the machine's only determines which morning that
// is.
func Start(ctx context.Context, folder string, kept bool, machine func() time.Time, log *slog.Logger,
	register web.Register) (*Demonstration, error) {
	file, clockFile := "", ""
	if kept {
		file, clockFile = filepath.Join(folder, "school-system.db"), filepath.Join(folder, "clock")
	}
	clock, err := startClock(machine, clockFile)
	if err != nil {
		return nil, err
	}
	service, err := startSystem(ctx, file, clock.now, log)
	if err != nil {
		return nil, err
	}
	shown := &Demonstration{service: service, schools: sampleSchools(), clock: clock, log: log}
	config := settings.Config{
		Database:        vault.NewSecret("sqlite:" + filepath.Join(folder, "rollbook.db")),
		PrivateServices: apiclient.AnyPort(netip.MustParsePrefix("127.0.0.1/32")),
	}
	if err = config.FindKeyFile(os.ReadFile); err == nil {
		_, err = web.MakeKeyFile(ctx, &config, clock.now)
	}
	if err == nil {
		shown.app, err = web.New(ctx, config, clock.now, log, shown, register)
	}
	if err == nil {
		err = shown.prepare(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, shown.Close())
	}
	return shown, nil
}

// Announce prints the demonstration's address, then the people who can sign in.
func (d *Demonstration) Announce(say func(format string, values ...any) error, address net.Addr) error {
	if err := say("Rollbook demo: http://%s. Nothing leaves this computer. Ctrl+C ends it.\n", address); err != nil {
		return err
	}
	for _, school := range d.all() {
		for _, member := range school.people {
			if err := say("%s\t%s\t%s\t%s\n", member.Email, password, school.id, member.Role); err != nil {
				return err
			}
		}
	}
	return nil
}

// Run serves the pages at the listener until the context ends. Meanwhile it takes the rolls of past days.
func (d *Demonstration) Run(ctx context.Context, listener net.Listener) error {
	var background sync.WaitGroup
	background.Go(func() {
		d.fillHistory(ctx)
		// Afterwards, so that the history causes no reports.
		if err := d.report(ctx, listener.Addr()); err != nil && ctx.Err() == nil {
			d.log.ErrorContext(ctx, "the sample school system sends no webhooks", "error", err)
		}
	})
	defer background.Wait()
	return d.app.Run(ctx, listener)
}

// prepare connects the schools, adds their people, reads the lists and marks a part of today. With data of an earlier
// start it only updates the stored schools.
func (d *Demonstration) prepare(ctx context.Context) error {
	known, err := d.app.Store.Schools(ctx)
	if err != nil {
		return err
	}
	if d.takenUp = len(known) > 0; d.takenUp {
		return d.findAgain(ctx, known)
	}
	if err := d.connect(ctx); err != nil {
		return err
	}
	if err := d.admit(ctx, d.schools...); err != nil {
		return err
	}
	if err := d.addUnconnected(ctx); err != nil {
		return err
	}
	return d.begin(ctx)
}
