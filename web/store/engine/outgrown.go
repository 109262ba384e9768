package engine

import (
	"context"
	"errors"
	"fmt"
)

// Newer returns the versions that Ready last met if the database was of or for a newer program, otherwise zero.
func (d *Database) Newer() Versions {
	d.outgrown.mu.Lock()
	defer d.outgrown.mu.Unlock()
	return d.outgrown.newer
}

// stillWorks returns ErrOutgrown when a statement of this process fails with the tables of a newer version, and
// an *OldError when that version refuses this one. It tries the statements once for each version.
func (d *Database) stillWorks(ctx context.Context, versions Versions) (err error) {
	d.outgrown.mu.Lock()
	defer d.outgrown.mu.Unlock()
	if max(versions.Database, versions.Oldest) <= versions.Program {
		d.outgrown.newer = Versions{}
		return d.refuseOld(versions)
	}
	if d.outgrown.newer != versions {
		if d.outgrown.broken, err = d.tryStatements(ctx, versions.Database); err != nil {
			return err
		}
		// The earlier error was about other tables.
		d.outgrown.newer, d.outgrown.failed = versions, nil
	}
	if err := d.refuseOld(versions); err != nil {
		return err
	}
	if broken := errors.Join(d.outgrown.broken, d.outgrown.failed); broken != nil {
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
