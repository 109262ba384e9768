package engine

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
)

// Version is this program's version, the number of its newest migration, for statements.
const Version = "85"

// Versions are the database's version, the program's, and the oldest one of a program that may use the database.
type Versions struct{ Database, Program, Oldest int64 }

// OldError is returned to a program that may no longer use the database, because a newer one has removed what
// this one needs.
type OldError struct{ Versions }

// Error names both versions.
func (e *OldError) Error() string {
	return fmt.Sprintf("the database is for version %d of the program and later ones, and this is version %d: "+
		"run the newer program, or put back a copy made before the change", e.Oldest, e.Program)
}

// ErrOutgrown is returned by Ready when a newer version of the program has changed tables so that statements
// of this one fail.
var ErrOutgrown = errors.New("a newer version of the program changed tables that this one needs")

// outgrowing records whether a newer version of the program changes the database while this process uses it.
type outgrowing struct {
	mu sync.Mutex
	// newer has the versions while the database is of or for a newer program, otherwise it is zero.
	newer Versions
	// broken is why a statement fails with the tables of newer; nil while all work.
	broken error
	// failed is the last error of a statement about unexpected tables.
	failed error
}

// versions asks the database. Without tables its version is 0.
func (d *Database) versions(ctx context.Context) (v Versions, err error) {
	if v.Program, err = strconv.ParseInt(Version, 10, 64); err != nil {
		return v, fmt.Errorf("read this program's version: %w", err)
	}
	err = d.One(ctx, []any{&v.Database, &v.Oldest},
		`SELECT (SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version), serve_from FROM served`)
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
