package engine

import (
	"context"
	"errors"
	"fmt"
	"strconv"
)

// versions asks the database. Without tables its version is 0.
func (d *Database) versions(ctx context.Context) (v Versions, err error) {
	if v.Program, err = strconv.ParseInt(Version, 10, 64); err != nil {
		return v, fmt.Errorf("read this program's version: %w", err)
	}
	found, err := Row[Versions](ctx, d,
		`SELECT (SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version) AS database, serve_from AS oldest FROM served`)
	v.Database, v.Oldest = found.Database, found.Oldest
	switch {
	case err == nil:
	case OtherTables(err):
		// A damaged file may answer as if a table were missing.
		if damage := d.Check(ctx); errors.Is(damage, ErrDamaged) {
			return v, damage
		}
	default:
		return v, fmt.Errorf("ask the database for its version: %w", err)
	}
	return v, nil
}

// RefuseOld returns an *OldError for a database that this version of the program may not use. From then on
// nothing is written.
func (d *Database) RefuseOld(ctx context.Context) error {
	versions, err := d.versions(ctx)
	if err != nil {
		return err
	}
	return d.refuseOld(versions)
}

func (d *Database) refuseOld(versions Versions) error {
	isOld := versions.Program < versions.Oldest
	d.old.Store(isOld)
	if !isOld {
		return nil
	}
	return &OldError{versions}
}
