package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Query reads rows outside a transaction.
func (d *Database) Query(ctx context.Context, scan func(*sql.Rows) error, text string, args ...any) error {
	if err := d.reader.prepare(ctx, text); err != nil {
		return d.kind.classify(err)
	}
	d.asked.Add(1)
	args = d.kind.takes(args)
	var rows *sql.Rows
	var err error
	if statement := d.reader.kept(text); statement != nil {
		rows, err = statement.QueryContext(ctx, args...)
	} else {
		rows, err = d.reader.db.QueryContext(ctx, d.reader.spell(text), args...)
	}
	if err != nil {
		return d.kind.classify(err)
	}
	return d.scan(rows, scan)
}

func (d *Database) scan(rows *sql.Rows, each func(*sql.Rows) error) (err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := each(rows); err != nil {
			return fmt.Errorf("read a row: %w", err)
		}
	}
	return d.kind.classify(rows.Err())
}

// One reads one row, or returns roll.NotFound.
func (d *Database) One(ctx context.Context, into []any, text string, args ...any) error {
	found := false
	err := d.Query(ctx, func(rows *sql.Rows) error {
		found = true
		return rows.Scan(into...)
	}, text, args...)
	if err == nil && !found {
		return NotFound()
	}
	return err
}

// Any reports whether a query that takes the time as $1 finds a row.
func (d *Database) Any(ctx context.Context, text string) (found bool, err error) {
	now, err := d.kind.now(ctx, d.reader.db)
	if err != nil {
		return false, err
	}
	err = d.Query(ctx, func(*sql.Rows) error {
		found = true
		return nil
	}, text, Milliseconds(now))
	return found, err
}
