package engine

import (
	"errors"
	"fmt"
	"sync"
)

// Version is this program's version, the number of its newest migration, for statements.
const Version = "109"

// Versions are the database's version, the program's, and the oldest one of a program that may use the database.
type Versions struct{ Database, Program, Oldest int64 }

// OldError is returned to a program that may no longer use the database, because a newer one has removed
// tables or columns that this one needs.
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
