package engine

import (
	"errors"
	"fmt"
	"sync"
)

// NewerError tells that a newer version of the program changed the database. The
// versions are the numbers of migrations.
type NewerError struct{ Database, Program int64 }

// Error names both versions.
func (e *NewerError) Error() string {
	return fmt.Sprintf("the database is at version %d, and this program knows only version %d: "+
		"run the newer program, or put back a copy made before the change", e.Database, e.Program)
}

// ErrOutgrown is the error of Ready where a newer version of the program changed tables so that
// statements of this one fail.
var ErrOutgrown = errors.New("a newer version of the program changed tables that this one needs")

// outgrowing records whether a newer version of the program changed the database while this
// process uses it.
type outgrowing struct {
	mu sync.Mutex
	// newer is nil until the database was seen to be newer.
	newer *NewerError
	// broken tells why a statement fails with the tables of newer; nil while all of them work.
	broken error
	// failed is the last error of a statement that told of other tables than expected.
	failed error
}
