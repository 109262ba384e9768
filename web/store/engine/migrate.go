package engine

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrate updates the tables to this program's version. Replicas that start together wait for each other.
func (d *Database) Migrate(ctx context.Context) error {
	provider, err := d.Provider()
	if err != nil {
		return err
	}
	// Processes that update one SQLite file collide: each time one of them completes a step, and the others
	// continue from there.
	for range len(provider.ListSources()) + 1 {
		if _, err = provider.Up(ctx); err == nil {
			return nil
		}
	}
	return fmt.Errorf("bring the database up to date: %w", d.kind.classify(err))
}

// Migrated reports whether the tables are of this version, or of a newer one.
func (d *Database) Migrated(ctx context.Context) (bool, error) {
	versions, err := d.versions(ctx)
	return versions.Database >= versions.Program, err
}

// Provider returns the runner of the migrations, which can also run single ones.
func (d *Database) Provider() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger())}
	if d.kind.dialect == goose.DialectPostgres {
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, fmt.Errorf("prepare the lock of the migrations: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(d.kind.dialect, d.writer.db, files, options...)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return provider, nil
}
