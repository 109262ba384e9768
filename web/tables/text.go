package tables

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// readText reads a text with separators. Its lines may end with CR, LF or both.
func readText(content []byte, encoding string) (*Table, error) {
	text, used, err := decode(content, encoding)
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return nil, &FileError{Code: NoTable}
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	separator, text, skipped := announced(text)
	if separator == 0 {
		separator = separatorOf(text)
	}
	table := &Table{Encoding: used, Separator: separator}
	return table, table.readLines(text, skipped)
}

// announced is the separator that a first line "sep=;" names, as spreadsheets write
// it, and the text after that line.
func announced(text []byte) (separator rune, rest []byte, skipped int) {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	named, found := strings.CutPrefix(strings.ToLower(strings.TrimSpace(string(first))), "sep=")
	if found && len(named) == 1 && strings.Contains(separators, named) {
		return rune(named[0]), rest, 1
	}
	return 0, text, 0
}

// separators are what may stand between columns; where two cut a line alike, the
// first of them counts.
const separators = ",;\t|"

// separatorOf is the one that cuts the first line into most columns.
func separatorOf(text []byte) rune {
	best, most := rune(separators[0]), 0
	for _, candidate := range separators {
		reader := newReader(text, candidate)
		if fields, err := reader.Read(); err == nil && len(fields) > most {
			best, most = candidate, len(fields)
		}
	}
	return best
}

func newReader(text []byte, separator rune) *csv.Reader {
	reader := csv.NewReader(bytes.NewReader(text))
	reader.Comma, reader.FieldsPerRecord = separator, -1
	return reader
}

func (t *Table) readLines(text []byte, skipped int) error {
	reader := newReader(text, t.Separator)
	width := 0
	for {
		fields, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return quoteFault(err, skipped)
		}
		line, _ := reader.FieldPos(0)
		read := Line{Number: line + skipped, Texts: fields}
		if width == 0 {
			width = len(fields)
		}
		if blank(fields) {
			continue
		}
		if len(fields) < width || !blank(fields[width:]) {
			read.Fault = &FileError{Code: Ragged, Line: read.Number, Value: strconv.Itoa(len(fields))}
		}
		if err := t.keep(read); err != nil {
			return err
		}
	}
}

func blank(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool { return strings.TrimSpace(field) != "" })
}

// quoteFault names the line in which the field begins that cannot be read.
func quoteFault(err error, skipped int) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return &FileError{Code: Quote, Line: parse.StartLine + skipped}
	}
	return err
}
