package engine

import (
	"context"
	"database/sql"
	"reflect"
)

// Rows returns all rows of the statement. A row is a single value, or a struct whose exported fields have the names
// of the columns: made_at is MadeAt, and by_name is the field Name of the struct By.
func Rows[T any](ctx context.Context, read Reader, text string, args ...any) (all []T, err error) {
	var row T
	err = readInto(ctx, read, nil, &row, func() { all = append(all, row) }, text, args...)
	return all, err
}

// Row returns the last row like Rows, or roll.NotFound without a row.
func Row[T any](ctx context.Context, read Reader, text string, args ...any) (row T, err error) {
	found := false
	err = readInto(ctx, read, nil, &row, func() { found = true }, text, args...)
	if err == nil && !found {
		err = NotFound()
	}
	return row, err
}

// Value returns the last row like Rows, zero without a row.
func Value[T any](ctx context.Context, read Reader, text string, args ...any) (row T, err error) {
	err = readInto(ctx, read, nil, &row, func() {}, text, args...)
	return row, err
}

// Pairs returns the rows like Rows, without their first column and by it; the last row of a key counts.
func Pairs[K comparable, V any](ctx context.Context, read Reader, text string, args ...any) (map[K]V, error) {
	var key K
	var row V
	pairs := make(map[K]V)
	err := readInto(ctx, read, []any{&key}, &row, func() { pairs[key] = row }, text, args...)
	return pairs, err
}

// Groups is Pairs that keeps all rows of a key.
func Groups[K comparable, V any](ctx context.Context, read Reader, text string, args ...any) (map[K][]V, error) {
	var key K
	var row V
	groups := make(map[K][]V)
	err := readInto(ctx, read, []any{&key}, &row, func() { groups[key] = append(groups[key], row) }, text, args...)
	return groups, err
}

// readInto scans each row into the first values and the row, and then calls each.
func readInto[T any](ctx context.Context, read Reader, first []any, row *T, each func(), text string,
	args ...any) error {
	into := first
	return read.Query(ctx, func(rows *sql.Rows) error {
		if len(into) == len(first) {
			targets, err := read.shapes().targets(rows, len(first), reflect.ValueOf(row).Elem())
			if err != nil {
				return err
			}
			into = append(into, targets...)
		}
		*row = *new(T)
		err := rows.Scan(into...)
		each()
		return err
	}, text, args...)
}
