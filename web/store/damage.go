package store

import (
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Damaged tells whether an error of Open or Check means that the database's file
// is no database, or no longer a whole one.
func Damaged(err error) bool {
	if errors.Is(err, ErrDamaged) {
		return true
	}
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return false
	}
	code := failure.Code() & 0xff
	return code == sqlite3.SQLITE_NOTADB || code == sqlite3.SQLITE_CORRUPT
}
