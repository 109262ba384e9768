package command

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// column is a column of a CSV file by the names that its header may have.
type column struct {
	names  []string
	needed bool
}

// row is a line of a table: the text of each column, empty where the file lacks it.
type row struct {
	line  int
	texts []string
}

// linesTold is how many bad lines are named.
const linesTold = 5

// What is wrong with a table as a whole.
var (
	errNotUTF8   = errors.New("it is not UTF-8 text")
	errNoHeader  = errors.New("it has no header line")
	errNoColumn  = errors.New("a column is missing")
	errTwice     = errors.New("a column stands there twice")
	errEmpty     = errors.New("it has no lines besides the header")
	errBadLines  = errors.New("nothing was changed")
	errNotNumber = errors.New("not a positive whole number in plain digits")
)

// readTable reads a CSV file (RFC 4180) in UTF-8 with a header, its fields separated
// by commas or, where the header has those, by semicolons. Columns may come in any
// order, their names in any case; others are left out.
func readTable(content []byte, columns []column) ([]row, error) {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(content) {
		return nil, errNotUTF8
	}
	reader := csv.NewReader(bytes.NewReader(content))
	if first, _, _ := bytes.Cut(content, []byte("\n")); bytes.Count(first, []byte(";")) > bytes.Count(first, []byte(",")) {
		reader.Comma = ';'
	}
	header, err := reader.Read()
	if errors.Is(err, io.EOF) {
		return nil, errNoHeader
	}
	if err != nil {
		return nil, err
	}
	places, err := placesOf(header, columns)
	if err != nil {
		return nil, err
	}
	return readRows(reader, places)
}

func placesOf(header []string, columns []column) ([]int, error) {
	places := make([]int, len(columns))
	for i, wanted := range columns {
		places[i] = -1
		for at, name := range header {
			if !slices.ContainsFunc(wanted.names, func(known string) bool { return strings.EqualFold(known, strings.TrimSpace(name)) }) {
				continue
			}
			if places[i] >= 0 {
				return nil, fmt.Errorf("%w: %s", errTwice, wanted.names[0])
			}
			places[i] = at
		}
		if places[i] < 0 && wanted.needed {
			return nil, fmt.Errorf("%w: %s", errNoColumn, strings.Join(wanted.names, " or "))
		}
	}
	return places, nil
}

func readRows(reader *csv.Reader, places []int) ([]row, error) {
	var rows []row
	for {
		fields, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w (%w)", err, errBadLines)
		}
		line, _ := reader.FieldPos(0)
		read := row{line: line, texts: make([]string, len(places))}
		for i, place := range places {
			if place >= 0 {
				read.texts[i] = strings.TrimSpace(fields[place])
			}
		}
		rows = append(rows, read)
	}
	if len(rows) == 0 {
		return nil, errEmpty
	}
	return rows, nil
}

// parseRows makes something of every row, or says which lines are bad and why. known
// names what must not come twice, empty for what may.
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
	if more := len(bad) - linesTold; more > 0 {
		bad = append(bad[:linesTold], fmt.Sprintf("and %d lines more", more))
	}
	if len(bad) > 0 {
		return nil, fmt.Errorf("%s (%w)", strings.Join(bad, "; "), errBadLines)
	}
	return values, nil
}
