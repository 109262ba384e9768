package engine

import (
	"context"
	"errors"
)

// ErrNotMigrated is the error of Ready for a database that lacks tables.
var ErrNotMigrated = errors.New("the database is not up to date: run `rollbook migrate`")

// Ready reports whether the database answers, is whole as far as anybody has seen, and
// has the tables of this version. Where a newer version changed them meanwhile, it is
// ready as long as the statements of this one work.
func (d *Database) Ready(ctx context.Context) error {
	if d.damaged.Load() {
		return ErrDamaged
	}
	migrated, err := d.Migrated(ctx)
	if err != nil {
		return err
	}
	if !migrated {
		return ErrNotMigrated
	}
	return d.stillWorks(ctx)
}
