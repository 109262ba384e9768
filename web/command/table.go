package command

import (
	"errors"
	"fmt"
	"strings"

	"rollbook/web/lists/tables"
)

// linesListed limits the bad lines in a message.
const linesListed = 5

// The faults of a whole table.
var (
	errNoHeader = errors.New("it has no header line")
	errEmpty    = errors.New("it has no lines besides the header")
)

// named returns columns with their names in files. The first name is also the key and appears in messages.
func named(needed int, names ...[]string) []tables.Column {
	columns := make([]tables.Column, len(names))
	for i, all := range names {
		columns[i] = tables.Column{Key: all[0], Names: all, Needed: i < needed}
	}
	return columns
}

// readRows reads the file with a header and parses its lines (tables.Read), or returns an error that lists the
// bad lines. Columns may come in any order, their names in any case. It ignores other columns. A repeated
// non-empty key is an error.
func readRows[T any](p *process, file string, columns []tables.Column, parse parser[T]) ([]T, error) {
	content, err := p.input("--file", file)
	if err != nil {
		return nil, err
	}
	values, err := parseTable(content, columns, parse)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return values, nil
}

// parser parses the text of each column, empty for a missing one.
type parser[T any] func(texts []string) (value T, key string, err error)

func parseTable[T any](content []byte, columns []tables.Column, parse parser[T]) ([]T, error) {
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
	var values []T
	keys := make(map[string]int)
	for _, line := range table.Behind(0) {
		value, key, err := parse.line(line, places, columns)
		if before := keys[key]; err == nil && key != "" && before != 0 {
			err = fmt.Errorf("line %d: %s stands in line %d already", line.Number, key, before)
		}
		if err != nil {
			bad = append(bad, err.Error())
			continue
		}
		keys[key] = line.Number
		values = append(values, value)
	}
	if len(bad) > 0 {
		return nil, badLines(bad)
	}
	if len(values) == 0 {
		return nil, errEmpty
	}
	return values, nil
}

func (p parser[T]) line(line tables.Line, places tables.Places,
	columns []tables.Column) (value T, key string, err error) {
	if line.Fault != nil {
		return value, "", line.Fault
	}
	texts := make([]string, len(columns))
	for i, column := range columns {
		texts[i] = line.Text(places.Of(column.Key))
	}
	if value, key, err = p(texts); err != nil {
		err = fmt.Errorf("line %d: %w", line.Number, err)
	}
	return value, key, err
}

// placed returns an error for missing or repeated columns.
func placed(places tables.Places, twice []string, columns []tables.Column) error {
	if len(twice) > 0 {
		return fmt.Errorf("a column stands there twice: %s", twice[0])
	}
	for _, column := range tables.Missing(places, columns) {
		return fmt.Errorf("a column is missing: %s", strings.Join(column.Names[:min(len(column.Names), 2)], " or "))
	}
	return nil
}

// badLines returns an error that lists the first bad lines.
func badLines(bad []string) error {
	if more := len(bad) - linesListed; more > 0 {
		bad = append(bad[:linesListed:linesListed], fmt.Sprintf("and %d lines more", more))
	}
	return fmt.Errorf("%s (nothing was changed)", strings.Join(bad, "; "))
}
