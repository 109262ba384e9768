package engine

import (
	"context"
	"errors"
	"fmt"
)

// RefuseNewer returns a *NewerError for a database that a newer version of the program has changed, since
// this one does not know the newer one's rules for the rows.
func (d *Database) RefuseNewer(ctx context.Context) error {
	newer, err := d.newer(ctx)
	if err != nil || newer == nil {
		return err
	}
	return newer
}

// Newer returns the last *NewerError that Ready met, or nil.
func (d *Database) Newer() *NewerError {
	d.outgrown.mu.Lock()
	defer d.outgrown.mu.Unlock()
	return d.outgrown.newer
}

// newer compares the database's version with the program's. A database without tables has version 0.
func (d *Database) newer(ctx context.Context) (*NewerError, error) {
	provider, err := d.Provider()
	if err != nil {
		return nil, err
	}
	sources := provider.ListSources()
	program := sources[len(sources)-1].Version
	database, err := Value[int64](ctx, d, `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version`)
	switch {
	case err != nil && OtherTables(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("ask the database for its version: %w", err)
	case database <= program:
		return nil, nil
	}
	return &NewerError{Database: database, Program: program}, nil
}

// stillWorks returns ErrOutgrown when a statement of this process fails with the tables of a newer version.
// It tries each version once.
func (d *Database) stillWorks(ctx context.Context) error {
	newer, err := d.newer(ctx)
	if err != nil {
		return err
	}
	d.outgrown.mu.Lock()
	defer d.outgrown.mu.Unlock()
	known := d.outgrown.newer
	if newer != nil && (known == nil || *known != *newer) {
		if d.outgrown.broken, err = d.tryStatements(ctx, newer.Database); err != nil {
			return err
		}
		// The earlier error was about other tables.
		d.outgrown.failed = nil
	}
	d.outgrown.newer = newer
	if broken := errors.Join(d.outgrown.broken, d.outgrown.failed); newer != nil && broken != nil {
		return fmt.Errorf("%w: %w", ErrOutgrown, broken)
	}
	return nil
}

// tryStatements prepares every statement used so far. Broken is the error of one that does not fit the tables
// of the version.
func (d *Database) tryStatements(ctx context.Context, version int64) (broken, err error) {
	for _, text := range append(d.reader.texts(), d.writer.texts()...) {
		// The comment forces a new parse, since a driver caches statements.
		statement, err := d.reader.db.PrepareContext(ctx, fmt.Sprintf("/* version %d */ %s", version, d.reader.spell(text)))
		if err == nil {
			err = statement.Close()
		}
		switch {
		case err == nil:
		case OtherTables(err):
			return err, nil
		default:
			return nil, fmt.Errorf("try a statement: %w", d.kind.classify(err))
		}
	}
	return nil, nil
}
