package engine

import (
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"rollbook/web/roll"
)

// NotFound returns the error for a missing thing.
func NotFound() error { return roll.Problem(roll.NotFound, "problem.what.404") }

// Unkept returns the error for a change that the database could not store. A retry may succeed.
func Unkept(cause error) error {
	return roll.Problem(roll.Unkept, "problem.what.503").Because(cause)
}

// Duplicate returns the error for a name that is taken.
func Duplicate(cause error) error {
	return roll.Problem(roll.Stale, "problem.what.409").Because(cause)
}

// ErrDamaged is returned by Check.
var ErrDamaged = errors.New("the database file is damaged")

// Damaged reports whether an error of Open or Check means that the file is not a database or is damaged.
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

// ErrRetry requests a repetition of the whole transaction.
var ErrRetry = errors.New("somebody else changed the same rows")
