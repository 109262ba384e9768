package engine

import (
	"context"
	"database/sql"
	"slices"
	"strings"
)

// rowsPerStatement keeps a statement's parameters below the engines' limits
// (32,766 in SQLite, 65,535 in PostgreSQL).
const rowsPerStatement = 500

// Chunks calls do with parts that fit into one statement.
func Chunks[T any](all []T, do func([]T) error) error {
	for part := range slices.Chunk(all, rowsPerStatement) {
		if err := do(part); err != nil {
			return err
		}
	}
	return nil
}

// EachAmong calls run with the text and its arguments for parts of the ids. $ids in the text stands for the
// placeholders of a part.
func EachAmong[T ~int64 | ~string](ids []T, run func(text string, args []any) error, text string, args ...any) error {
	return Chunks(ids, func(part []T) error {
		listed := Padded(part)
		return run(strings.ReplaceAll(text, "$ids", List(len(args), len(listed))), slices.Concat(args, listed))
	})
}

// QueryAmong reads rows for parts of the ids, like EachAmong.
func QueryAmong[T ~int64 | ~string](ctx context.Context, read Reader, ids []T, scan func(*sql.Rows) error,
	text string, args ...any) error {
	query := func(text string, args []any) error { return read.Query(ctx, scan, text, args...) }
	return EachAmong(ids, query, text, args...)
}

// RowsAmong is Rows for parts of the ids, like EachAmong.
func RowsAmong[T any, K ~int64 | ~string](ctx context.Context, read Reader, ids []K, text string,
	args ...any) (all []T, err error) {
	err = EachAmong(ids, func(text string, args []any) error {
		part, err := Rows[T](ctx, read, text, args...)
		all = append(all, part...)
		return err
	}, text, args...)
	return all, err
}

// DoAmong runs the statement for parts of the ids, like EachAmong.
func DoAmong[T ~int64 | ~string](ctx context.Context, t *Transaction, ids []T, text string, args ...any) error {
	return EachAmong(ids, func(text string, args []any) error { return t.Do(ctx, text, args...) }, text, args...)
}

// Insert inserts a row for each of all, many with one statement. $rows in the text stands for their placeholders.
func Insert[T any](ctx context.Context, t *Transaction, all []T, text string, row func(int, T) []any) error {
	next := 0
	return Chunks(all, func(part []T) error {
		var args []any
		for _, one := range part {
			args = append(args, row(next, one)...)
			next++
		}
		return t.Do(ctx, strings.ReplaceAll(text, "$rows", Tuples(len(part), len(args)/len(part))), args...)
	})
}

// DoEach runs the statement for each of all, with its arguments.
func DoEach[T any](ctx context.Context, t *Transaction, all []T, text string, args func(int, T) []any) error {
	for i, one := range all {
		if err := t.Do(ctx, text, args(i, one)...); err != nil {
			return err
		}
	}
	return nil
}

// DoAll runs the statements, all with the same arguments.
func (t *Transaction) DoAll(ctx context.Context, texts []string, args ...any) error {
	for _, text := range texts {
		if err := t.Do(ctx, text, slices.Clone(args)...); err != nil {
			return err
		}
	}
	return nil
}

// DoAll is [Transaction.DoAll] in a separate transaction.
func (d *Database) DoAll(ctx context.Context, texts []string, args ...any) error {
	return d.InTransaction(ctx, func(tx *Transaction) error { return tx.DoAll(ctx, texts, args...) })
}

// Deletions returns the statements that remove the school $1 from the tables.
func Deletions(tables ...string) []string {
	for i, table := range tables {
		tables[i] = `DELETE FROM ` + table + ` WHERE school = $1`
	}
	return tables
}

// InTurn runs the steps of one transaction in their order, until one fails.
func InTurn[T any](ctx context.Context, t *Transaction, about T,
	steps ...func(context.Context, *Transaction, T) error) error {
	for _, step := range steps {
		if err := step(ctx, t, about); err != nil {
			return err
		}
	}
	return nil
}
