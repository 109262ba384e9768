package engine

import (
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"rollbook/web/roll"
)

// NotFound returns the error for anything that is not there.
func NotFound() error { return roll.Problem(roll.NotFound, "problem.what.404") }

// Unkept returns the error for a change that the database could not take; the
// same change may succeed later.
func Unkept(cause error) error {
	return roll.Problem(roll.Unkept, "problem.what.503").Because(cause)
}

// Duplicate returns the error for a name that is taken.
func Duplicate(cause error) error {
	return roll.Problem(roll.Stale, "problem.what.409").Because(cause)
}

// ErrDamaged is the error of Check.
var ErrDamaged = errors.New("the database file is damaged")

// Damaged reports whether an error of Open or Check means that the database's file
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

// ErrRetry asks for the transaction to be run again from its start.
var ErrRetry = errors.New("somebody else changed the same rows")
