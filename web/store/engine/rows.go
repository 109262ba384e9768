package engine

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
)

// Rows returns all rows of the statement. A row is a single value, or a struct whose exported fields have the names
// of the columns: made_at is MadeAt, and by_name is the field Name of the struct By.
func Rows[T any](ctx context.Context, read Reader, text string, args ...any) (all []T, err error) {
	var row T
	err = readInto(ctx, read, nil, &row, func() { all = append(all, row) }, text, args...)
	return all, err
}

// RowsAmong is Rows for parts of the ids, like EachAmong.
func RowsAmong[T any, K ~int64 | ~string](ctx context.Context, read Reader, ids []K, text string, args ...any) (all []T, err error) {
	err = EachAmong(ids, func(text string, args []any) error {
		part, err := Rows[T](ctx, read, text, args...)
		all = append(all, part...)
		return err
	}, text, args...)
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
func readInto[T any](ctx context.Context, read Reader, first []any, row *T, each func(), text string, args ...any) error {
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

// shapes are the fields of structs by the names of their columns. They are safe for concurrent use.
type shapes struct {
	mu sync.Mutex
	of map[reflect.Type]map[string][]int
}

// fields returns the places of the struct's fields.
func (s *shapes) fields(of reflect.Type) map[string][]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil {
		s.of = make(map[reflect.Type]map[string][]int)
	}
	if s.of[of] == nil {
		s.of[of] = make(map[string][]int)
		addFields(s.of[of], of, "", nil)
	}
	return s.of[of]
}

// targets returns the destinations of the columns after the first ones.
func (s *shapes) targets(rows *sql.Rows, first int, row reflect.Value) ([]any, error) {
	if !isStruct(row.Type()) {
		return []any{target(row)}, nil
	}
	columns, err := rows.Columns()
	if err != nil {
		return nil, fmt.Errorf("name the columns: %w", err)
	}
	fields, into := s.fields(row.Type()), make([]any, 0, len(columns)-first)
	for _, column := range columns[first:] {
		at, known := fields[strings.ReplaceAll(column, "_", "")]
		if !known {
			return nil, fmt.Errorf("%s has no field for the column %s", row.Type(), column)
		}
		into = append(into, target(row.FieldByIndex(at)))
	}
	return into, nil
}

// addFields adds the exported fields of a struct at a place, its own ones before those of structs inside it.
func addFields(fields map[string][]int, of reflect.Type, prefix string, place []int) {
	for _, inside := range []bool{false, true} {
		for i := range of.NumField() {
			field, at := of.Field(i), slices.Concat(place, []int{i})
			name := prefix + strings.ToLower(field.Name)
			_, taken := fields[name]
			switch {
			case !field.IsExported() || isStruct(field.Type) != inside:
			case inside && field.Anonymous:
				addFields(fields, field.Type, prefix, at)
			case inside:
				addFields(fields, field.Type, name, at)
			case !taken:
				fields[name] = at
			}
		}
	}
}

func isStruct(of reflect.Type) bool {
	return of.Kind() == reflect.Struct && of != reflect.TypeFor[time.Time]()
}

// target returns the destination of a column.
func target(field reflect.Value) any {
	switch into := field.Addr().Interface().(type) {
	case *time.Time:
		return ToTime(into)
	case *bool:
		return ToBool(into)
	case *[]string:
		return ToLines(into)
	default:
		return into
	}
}
