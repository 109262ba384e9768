package engine

import (
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
)

// shapes are the fields of structs by the names of their columns. They are safe for concurrent use.
type shapes struct{ of sync.Map }

// fields returns the places of the struct's fields.
func (s *shapes) fields(of reflect.Type) map[string][]int {
	known, found := s.of.Load(of)
	if !found {
		made := make(map[string][]int)
		addFields(made, of, "", nil)
		known, _ = s.of.LoadOrStore(of, made)
	}
	fields, _ := known.(map[string][]int)
	return fields
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
