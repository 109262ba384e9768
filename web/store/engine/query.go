package engine

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Reader reads rows: a database, or a transaction.
type Reader interface {
	Query(ctx context.Context, scan func(*sql.Rows) error, text string, args ...any) error
	// Zone returns the time zone with the name.
	Zone(name string) (*time.Location, error)
	shapes() *shapes
}

func (d *Database) shapes() *shapes { return &d.rows }

// Query reads rows outside a transaction.
func (d *Database) Query(ctx context.Context, scan func(*sql.Rows) error, text string, args ...any) error {
	statement, err := d.reader.prepare(ctx, text)
	if err != nil {
		return d.kind.classify(err)
	}
	return d.read(ctx, d.reader, d.reader.db, statement, scan, text, args)
}

// read reads the rows of the prepared statement, or of the text without one.
func (d *Database) read(ctx context.Context, from *pool, unprepared rowsQuerier, statement *sql.Stmt,
	scan func(*sql.Rows) error, text string, args []any) (err error) {
	d.statements.Add(1)
	args = d.kind.takes(args)
	within := d.kind.within(ctx)
	var rows *sql.Rows
	if statement != nil {
		rows, err = statement.QueryContext(within, args...)
	} else {
		rows, err = unprepared.QueryContext(within, from.spell(text), args...)
	}
	if err != nil {
		return d.kind.classify(err)
	}
	return d.scan(ctx, rows, scan)
}

// rowsQuerier runs a statement that is not prepared: connections, or a transaction.
type rowsQuerier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func (d *Database) scan(ctx context.Context, rows *sql.Rows, each func(*sql.Rows) error) (err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for ctx.Err() == nil && rows.Next() {
		if err := each(rows); err != nil {
			return fmt.Errorf("read a row: %w", err)
		}
	}
	return d.kind.classify(cmp.Or(rows.Err(), ctx.Err()))
}

// One reads one row, or returns roll.NotFound.
func (d *Database) One(ctx context.Context, into []any, text string, args ...any) error {
	return Find(ctx, d, func(rows *sql.Rows) error { return rows.Scan(into...) }, text, args...)
}

// Find reads rows, or returns roll.NotFound when there are none.
func Find(ctx context.Context, read Reader, scan func(*sql.Rows) error, text string, args ...any) error {
	found := false
	err := read.Query(ctx, func(rows *sql.Rows) error {
		found = true
		return scan(rows)
	}, text, args...)
	if err == nil && !found {
		return NotFound()
	}
	return err
}

// First returns the row of the statement, or roll.NotFound.
func First[T any](ctx context.Context, read Reader, scan func(*sql.Rows, *T) error, text string,
	args ...any) (row T, err error) {
	err = Find(ctx, read, func(rows *sql.Rows) error { return scan(rows, &row) }, text, args...)
	return row, err
}

// Exists reports whether the query finds a row.
func Exists(ctx context.Context, read Reader, text string, args ...any) (found bool, err error) {
	err = read.Query(ctx, func(*sql.Rows) error {
		found = true
		return nil
	}, text, args...)
	return found, err
}

// Any reports whether a query that takes the time as $1 finds a row.
func (d *Database) Any(ctx context.Context, text string) (found bool, err error) {
	now, err := d.kind.now(ctx, d.reader.db)
	if err != nil {
		return false, err
	}
	return Exists(ctx, d, text, Milliseconds(now))
}

// All returns the values of all rows; scan reads one row into a value.
func All[T any](ctx context.Context, read Reader, scan func(*sql.Rows, *T) error, text string,
	args ...any) (all []T, err error) {
	err = read.Query(ctx, func(rows *sql.Rows) error {
		all = append(all, *new(T))
		return scan(rows, &all[len(all)-1])
	}, text, args...)
	return all, err
}
