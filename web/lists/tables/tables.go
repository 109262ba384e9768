// Package tables reads the tables that people bring as files: texts with
// separators (RFC 4180) in any usual encoding, and workbooks (ECMA-376, .xlsx). It
// gives out cells as texts; what a column means is the caller's to say. It writes both
// kinds too, so that no text of theirs becomes a formula.
package tables

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// The limits of a file. They leave room for the largest schools: 5,000 students who
// stand in four classes each.
const (
	// MaxBytes is the size of the file.
	MaxBytes = 5 << 20
	// MaxLines limits the lines that hold something.
	MaxLines = 20_000
	// MaxColumns limits the columns of a line.
	MaxColumns = 100
	// HeaderWithin limits the lines, from the first that holds anything, among which the names
	// of the columns are sought.
	HeaderWithin = 20
	// maxUnpacked limits the bytes that a workbook unfolds to: a small one can hold gigabytes.
	maxUnpacked = 32 << 20
)

// Options say how to read a file where it does not say so itself.
type Options struct {
	// Encoding is one of Encodings; empty finds out.
	Encoding string
	// Sheet is the sheet of a workbook by its name; empty takes the first that holds
	// anything.
	Sheet string
}

// Table is the content of a file, before anybody has said what its columns mean.
type Table struct {
	// Encoding is the encoding that the text was read with; empty for a workbook.
	Encoding string
	// Separator stands between the columns of a text; 0 for a workbook.
	Separator rune
	// Sheet is the sheet that was read, Sheets are all that the workbook shows.
	Sheet  string
	Sheets []string
	// Lines are the lines that hold anything, with whatever stands above the names of the
	// columns.
	Lines []Line
}

// Line is one line of a table.
type Line struct {
	// Number counts from 1, as editors and spreadsheets show it.
	Number int
	// Texts are the cells, without the spaces around them.
	Texts []string
	// Fault keeps the line from being read; nil for a good line.
	Fault *FileError
	// fields counts the columns that a text has in the line, empty ones too; 0 in a workbook,
	// which leaves empty cells out.
	fields int
}

// Text is the n-th cell from 0; empty where the line is shorter, and for n < 0.
func (l Line) Text(n int) string {
	if n < 0 || n >= len(l.Texts) {
		return ""
	}
	return l.Texts[n]
}

// Behind are the lines behind the header, which is the n-th of Lines from 0; n < 0 are all
// of them. In a text, one without as many columns as the header (RFC 4180, section 2) is
// Ragged; without a header the first line counts.
func (t *Table) Behind(n int) []Line {
	lines := slices.Clone(t.Lines[min(n+1, len(t.Lines)):])
	width := 0
	if len(t.Lines) > 0 {
		width = t.Lines[max(n, 0)].fields
	}
	for i, line := range lines {
		if line.Fault == nil && line.fields > 0 && (line.fields < width || len(line.Texts) > width) {
			lines[i].Fault = &FileError{Code: Ragged, Line: line.Number, Value: strconv.Itoa(line.fields)}
		}
	}
	return lines
}

// Columns is the most cells that a line of the table has.
func (t *Table) Columns() int {
	most := 0
	for _, line := range t.Lines {
		most = max(most, len(line.Texts))
	}
	return most
}

// The beginnings of files that are no texts.
const (
	zipMagic = "PK\x03\x04"
	oleMagic = "\xd0\xcf\x11\xe0"
	pdfMagic = "%PDF-"
)

// Read reads a file, whatever its name says. The error is a *FileError for what is wrong
// with the file as a whole; what is wrong with a line stands in the line.
func Read(content []byte, options Options) (*Table, error) {
	sheets, err := read(content, options, 1)
	if err != nil {
		return nil, err
	}
	return sheets[0], nil
}

// ReadSheets reads a file as [Read] does, but every sheet of a workbook that holds anything,
// where the options name none. There is always one table, which may be empty.
func ReadSheets(content []byte, options Options) ([]*Table, error) {
	return read(content, options, maxSheets)
}

// read reads so many sheets at most that hold anything.
func read(content []byte, options Options, most int) ([]*Table, error) {
	switch {
	case len(content) > MaxBytes:
		return nil, &FileError{Code: TooLarge}
	case bytes.HasPrefix(content, []byte(oleMagic)):
		return nil, &FileError{Code: OldWorkbook}
	case bytes.HasPrefix(content, []byte(pdfMagic)):
		return nil, &FileError{Code: NoTable}
	case bytes.HasPrefix(content, []byte(zipMagic)):
		return readWorkbook(content, options.Sheet, most)
	}
	table, err := readText(content, options.Encoding)
	if err != nil {
		return nil, err
	}
	return []*Table{table}, nil
}

// keep adds a line to the table, unless it is empty.
func (t *Table) keep(line Line) error {
	for i, text := range line.Texts {
		line.Texts[i] = onOneLine(strings.TrimSpace(text))
	}
	for len(line.Texts) > 0 && line.Texts[len(line.Texts)-1] == "" {
		line.Texts = line.Texts[:len(line.Texts)-1]
	}
	if len(line.Texts) == 0 && line.Fault == nil {
		return nil
	}
	if len(line.Texts) > MaxColumns {
		return &FileError{Code: TooWide, Line: line.Number}
	}
	if len(t.Lines) >= MaxLines {
		return &FileError{Code: TooLong}
	}
	if line.Fault == nil {
		line.Fault = unreadable(line)
	}
	line.Texts = slices.Clip(line.Texts)
	t.Lines = append(t.Lines, line)
	return nil
}

// onOneLine has a space where a text has line breaks: a name that somebody wrapped in its
// cell is still one name.
func onOneLine(text string) string {
	if !strings.ContainsAny(text, "\r\n\t") {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// unreadable finds what no name or number holds: characters that were lost when the
// file was written, or that it was read with the wrong encoding, and those that are no
// text at all.
func unreadable(line Line) *FileError {
	for _, text := range line.Texts {
		if strings.ContainsRune(text, '\uFFFD') {
			return &FileError{Code: Lost, Line: line.Number, Value: text}
		}
		if strings.ContainsFunc(text, isControl) {
			return &FileError{Code: Control, Line: line.Number}
		}
	}
	return nil
}

func isControl(char rune) bool { return char < ' ' || char >= 0x7f && char < 0xa0 }
