package engine

import (
	"context"
	"errors"
)

// ErrNotMigrated is returned by Ready for a database with missing tables.
var ErrNotMigrated = errors.New("the database is not up to date: run `rollbook migrate`")

// Ready checks that the database answers, is at its place, has no known damage, and has the tables of this version.
// If a newer version has changed them meanwhile, it is ready while this version may use them and its statements work.
func (d *Database) Ready(ctx context.Context) error {
	if d.damaged.Load() {
		return ErrDamaged
	}
	if err := d.file.inPlace(); err != nil {
		return err
	}
	versions, err := d.versions(ctx)
	if err != nil {
		return err
	}
	if versions.Database < versions.Program {
		return ErrNotMigrated
	}
	return d.stillWorks(ctx, versions)
}
