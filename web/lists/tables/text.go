package tables

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
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
	if code := pageKind(text); code != "" {
		return nil, &FileError{Code: code}
	}
	separator, text, skipped := announced(text)
	if separator == 0 {
		separator = separatorOf(text)
	}
	table := &Table{Encoding: used, Separator: separator}
	return table, table.readLines(text, skipped)
}

// announced returns the separator from a first line "sep=;", as spreadsheets write it, and the text after
// that line.
func announced(text []byte) (separator rune, rest []byte, skipped int) {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	named, found := strings.CutPrefix(strings.ToLower(strings.TrimSpace(string(first))), "sep=")
	if found && len(named) == 1 && strings.Contains(separators, named) {
		return rune(named[0]), rest, 1
	}
	return 0, text, 0
}

// separators are the possible separators. Between equal ones the first counts.
const separators = ",;\t|"

// separatorOf finds the separator that divides most of the first lines equally: there may be a title above
// the header, and a comma in a name.
func separatorOf(text []byte) rune {
	best, mostLines, mostColumns := rune(separators[0]), 0, 0
	for _, candidate := range separators {
		lines, columns := alike(text, candidate)
		if lines > mostLines || lines == mostLines && columns > mostColumns {
			best, mostLines, mostColumns = candidate, lines, columns
		}
	}
	return best
}

// alike counts the first lines that the separator divides into the same number of columns, and those columns.
func alike(text []byte, separator rune) (lines, columns int) {
	reader := newReader(text, separator)
	counts := make(map[int]int)
	for range HeaderWithin {
		fields, err := reader.Read()
		if err != nil {
			break
		}
		if cut := len(fields); cut > 1 {
			counts[cut]++
			if counts[cut] > lines || counts[cut] == lines && cut > columns {
				lines, columns = counts[cut], cut
			}
		}
	}
	return lines, columns
}

func newReader(text []byte, separator rune) *csv.Reader {
	reader := csv.NewReader(bytes.NewReader(text))
	reader.Comma, reader.FieldsPerRecord = separator, -1
	return reader
}

func (t *Table) readLines(text []byte, skipped int) error {
	reader := newReader(text, t.Separator)
	for {
		fields, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return quoteFault(err, skipped)
		}
		line, _ := reader.FieldPos(0)
		if err := t.keep(Line{Number: line + skipped, Texts: fields, fields: len(fields)}); err != nil {
			return err
		}
	}
}

// quoteFault returns the fault for the line where the unreadable field begins.
func quoteFault(err error, skipped int) error {
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return &FileError{Code: Quote, Line: parse.StartLine + skipped}
	}
	return err
}
