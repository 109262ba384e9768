package engine

import (
	"errors"
	"fmt"
	"sync"
)

// NewerError is returned when a newer version of the program has changed the database. The versions are the
// numbers of migrations.
type NewerError struct{ Database, Program int64 }

// Error names both versions.
func (e *NewerError) Error() string {
	return fmt.Sprintf("the database is at version %d, and this program knows only version %d: "+
		"run the newer program, or put back a copy made before the change", e.Database, e.Program)
}

// ErrOutgrown is returned by Ready when a newer version of the program has changed tables so that statements
// of this one fail.
var ErrOutgrown = errors.New("a newer version of the program changed tables that this one needs")

// outgrowing records whether a newer version of the program changes the database while this process uses it.
type outgrowing struct {
	mu sync.Mutex
	// newer is nil until the database is known to be newer.
	newer *NewerError
	// broken is why a statement fails with the tables of newer; nil while all work.
	broken error
	// failed is the last error of a statement about unexpected tables.
	failed error
}
