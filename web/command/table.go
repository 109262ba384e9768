package command

import (
	"errors"
	"fmt"
	"strings"

	"rollbook/web/lists/tables"
)

// row is a line of a table: the text of each column, empty for a missing one.
type row struct {
	line  int
	texts []string
}

// linesListed limits the bad lines in a message.
const linesListed = 5

// The faults of a whole table.
var (
	errNoHeader  = errors.New("it has no header line")
	errNoColumn  = errors.New("a column is missing")
	errTwice     = errors.New("a column stands there twice")
	errEmpty     = errors.New("it has no lines besides the header")
	errBadLines  = errors.New("nothing was changed")
	errNotNumber = errors.New("not a positive whole number in plain digits")
)

// named returns columns with their names in files. The first name is also the key and appears in messages.
func named(needed int, names ...[]string) []tables.Column {
	columns := make([]tables.Column, len(names))
	for i, all := range names {
		columns[i] = tables.Column{Key: all[0], Names: all, Needed: i < needed}
	}
	return columns
}

// readTable reads a table with a header (tables.Read). Columns may come in any order, their names in any
// case. It ignores other columns.
func readTable(content []byte, columns []tables.Column) ([]row, error) {
	table, err := tables.Read(content, tables.Options{})
	if err != nil {
		return nil, err
	}
	if len(table.Lines) == 0 {
		return nil, errNoHeader
	}
	places, twice := tables.Match(table.Lines[0].Texts, columns)
	if err := placed(places, twice, columns); err != nil {
		return nil, err
	}
	var bad []string
	var rows []row
	for _, line := range table.Behind(0) {
		if line.Fault != nil {
			bad = append(bad, line.Fault.Error())
			continue
		}
		read := row{line: line.Number, texts: make([]string, len(columns))}
		for i, column := range columns {
			read.texts[i] = line.Text(places.Of(column.Key))
		}
		rows = append(rows, read)
	}
	if len(bad) > 0 {
		return nil, badLines(bad)
	}
	if len(rows) == 0 {
		return nil, errEmpty
	}
	return rows, nil
}

// placed returns an error for missing or repeated columns.
func placed(places tables.Places, twice []string, columns []tables.Column) error {
	if len(twice) > 0 {
		return fmt.Errorf("%w: %s", errTwice, twice[0])
	}
	for _, column := range tables.Missing(places, columns) {
		return fmt.Errorf("%w: %s", errNoColumn, strings.Join(column.Names[:min(len(column.Names), 2)], " or "))
	}
	return nil
}

// badLines returns an error that lists the first bad lines.
func badLines(bad []string) error {
	if more := len(bad) - linesListed; more > 0 {
		bad = append(bad[:linesListed:linesListed], fmt.Sprintf("and %d lines more", more))
	}
	return fmt.Errorf("%s (%w)", strings.Join(bad, "; "), errBadLines)
}

// parseRows parses every row, or returns an error that lists the bad lines. A repeated non-empty key is an
// error.
func parseRows[T any](rows []row, parse func(texts []string) (value T, key string, err error)) ([]T, error) {
	var bad []string
	values := make([]T, 0, len(rows))
	lines := make(map[string]int)
	for _, row := range rows {
		value, key, err := parse(row.texts)
		if before := lines[key]; err == nil && key != "" && before != 0 {
			err = fmt.Errorf("%s stands in line %d already", key, before)
		}
		if err != nil {
			bad = append(bad, fmt.Sprintf("line %d: %v", row.line, err))
			continue
		}
		lines[key] = row.line
		values = append(values, value)
	}
	if len(bad) > 0 {
		return nil, badLines(bad)
	}
	return values, nil
}
