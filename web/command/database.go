package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"rollbook/web"
	"rollbook/web/edge/settings"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// restore restores the database from a copy.
type restore struct {
	From string `required:"" placeholder:"FILE" help:"A file written by backup."`
}

// Run makes the database from a copy, while no server runs. It replaces no existing database. Sending is paused until
// an administrator starts it.
func (r restore) Run(ctx context.Context, p *process) error {
	config, err := readSettings()
	if err != nil {
		return err
	}
	target, isFile := strings.CutPrefix(config.Database.Reveal(), "sqlite:")
	if !isFile {
		return errors.New("ROLLBOOK_DATABASE: only SQLite databases are restored here; use pg_restore or psql for PostgreSQL")
	}
	if address, err := answering(ctx, config); err == nil {
		return fmt.Errorf("a server runs at %s: stop it first", address)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if _, err := os.Lstat(target + suffix); !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("ROLLBOOK_DATABASE: there is a database already, which is never overwritten; "+
				"stop every server that uses it, then move it away, with its -wal and -shm: %s", target+suffix)
		}
	}
	made := target + ".restoring"
	if err := copyFile(r.From, made); err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	if err := markRestored(ctx, made); err != nil {
		return errors.Join(fmt.Errorf("--from: %w", err), removeDatabase(made))
	}
	// A link fails where a rename would overwrite.
	if err := os.Link(made, target); err != nil {
		return errors.Join(fmt.Errorf("ROLLBOOK_DATABASE: %w", err), removeDatabase(made))
	}
	return p.done(removeDatabase(made), "restored %s; nothing is sent from it until an administrator says so\n", target)
}

// markRestored checks that the file is a complete database of ours, and records in it that it was restored.
func markRestored(ctx context.Context, file string) (err error) {
	opened, err := web.OpenStore(ctx, settings.Config{Database: vault.NewSecret("sqlite:" + file)}, time.Now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	if err := opened.Known(ctx); err != nil {
		return errors.Join(errors.New("it is no copy of a Rollbook database"), err)
	}
	if err := opened.Database.Migrate(ctx); err != nil {
		return err
	}
	// Saves from after the copy are missing in it.
	if err := opened.PauseSending(ctx, "restored"); err != nil {
		return err
	}
	return storeEvent(ctx, opened, "database-restored")
}

// restored marks a restored database.
type restored struct{}

// Run pauses sending until an administrator starts it.
func (restored) Run(ctx context.Context, p *process) error {
	return withStore(ctx, web.OpenStore, func(opened *store.Store) error {
		err := opened.Database.Migrate(ctx)
		if err == nil {
			err = opened.PauseSending(ctx, "restored")
		}
		if err == nil {
			err = storeEvent(ctx, opened, "database-restored")
		}
		return p.done(err, "nothing is sent from this database until an administrator says so\n")
	})
}

func copyFile(from, to string) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	made, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(made, source)
	if err == nil {
		err = made.Sync()
	}
	if err = errors.Join(err, made.Close()); err != nil {
		return errors.Join(err, os.Remove(to))
	}
	return nil
}

// removeDatabase removes a database's file and the files beside it.
func removeDatabase(file string) error {
	err := os.Remove(file)
	for _, suffix := range []string{"-wal", "-shm"} {
		if beside := os.Remove(file + suffix); beside != nil && !errors.Is(beside, os.ErrNotExist) {
			err = errors.Join(err, beside)
		}
	}
	return err
}

// backup copies the database.
type backup struct {
	To string `required:"" placeholder:"FILE" help:"File to write; it must not exist."`
}

// Run copies the database into one file while others use it.
func (b backup) Run(ctx context.Context, p *process) error {
	return withStore(ctx, web.OpenAnyStore, func(opened *store.Store) error {
		if err := opened.Backup(ctx, b.To); err != nil {
			return fmt.Errorf("--to: %w", err)
		}
		// A database from before this version has no table for an event.
		migrated, err := opened.Database.Migrated(ctx)
		if err == nil && migrated {
			err = storeEvent(ctx, opened, "database-copied")
		}
		return p.done(err, "copied the database to %s; keep the master key elsewhere: without it the copy cannot be used\n",
			b.To)
	})
}

// migrate brings the tables up to date.
type migrate struct{}
