package engine

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// noteOtherTables remembers an error about unexpected tables.
func (d *Database) noteOtherTables(err error) {
	if err == nil || !OtherTables(err) {
		return
	}
	d.outgrown.mu.Lock()
	defer d.outgrown.mu.Unlock()
	d.outgrown.failed = err
}

// OtherTables reports whether an error means that a table, a column or a unique index is missing, or that a
// statement leaves out a required column.
func OtherTables(err error) bool {
	if file, ok := errors.AsType[*sqlite.Error](err); ok {
		text := file.Error()
		return file.Code() == sqlite3.SQLITE_CONSTRAINT_NOTNULL || file.Code()&0xff == sqlite3.SQLITE_ERROR &&
			(strings.Contains(text, "no such table") || strings.Contains(text, "no such column") ||
				strings.Contains(text, "has no column named") || strings.Contains(text, "ON CONFLICT clause does not match"))
	}
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return false
	}
	switch server.Code {
	// undefined_table, undefined_column, a conflict without its index, not_null_violation, and a cached plan whose
	// columns have changed.
	case "42P01", "42703", "42P10", "23502", "0A000":
		return true
	}
	return false
}
