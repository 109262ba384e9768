// Package tables reads tables from files: texts with separators (RFC 4180) in any usual encoding, and
// workbooks (ECMA-376, .xlsx). It returns cells as texts and leaves the meaning of columns to the caller. It
// also writes both kinds, and ensures that no text becomes a formula.
package tables

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// The limits of a file. They suffice for the largest schools: 5,000 students in four classes each.
const (
	// MaxBytes is the size of the file.
	MaxBytes = 5 << 20
	// MaxLines limits the lines with content.
	MaxLines = 20_000
	// MaxColumns limits the columns of a line.
	MaxColumns = 100
	// HeaderWithin limits the lines, from the first with content, that are searched for the header.
	HeaderWithin = 20
	// maxUnpacked limits the unpacked bytes of a workbook: a small one can contain gigabytes.
	maxUnpacked = 32 << 20
)

// Options are a person's corrections of how a file is read.
type Options struct {
	// Encoding is one of Encodings; empty to detect it.
	Encoding string
	// Sheet is the name of a workbook's sheet; empty for the first one with content.
	Sheet string
}

// Table is the content of a file, with columns of unknown meaning.
type Table struct {
	// Encoding is the encoding of the text; empty for a workbook.
	Encoding string
	// Separator separates the columns of a text; 0 for a workbook.
	Separator rune
	// Sheet is the sheet that was read, Sheets are all visible sheets.
	Sheet  string
	Sheets []string
	// Lines are the lines with content, including those above the header.
	Lines []Line
}

// Line is one line of a table.
type Line struct {
	// Number counts from 1, as in editors and spreadsheets.
	Number int
	// Texts are the cells, without surrounding spaces.
	Texts []string
	// Hidden reports whether a workbook hides the line.
	Hidden bool
	// Fault is why the line is unreadable; nil for a good line.
	Fault *FileError
	// fields counts the columns of the line in a text, including empty ones; 0 in a workbook, which omits
	// empty cells.
	fields int
}

// Text returns the n-th cell from 0, or "" when there is none.
func (l Line) Text(n int) string {
	if n < 0 || n >= len(l.Texts) {
		return ""
	}
	return l.Texts[n]
}

// Behind returns the lines after the header, which is the n-th of Lines from 0. For n < 0 it returns all
// lines. In a text, a line without as many columns as the header (RFC 4180, section 2) is Ragged. Without a
// header the first line counts.
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

// Top returns the lines that are searched for the header.
func (t *Table) Top() []Line { return t.Lines[:min(len(t.Lines), HeaderWithin)] }

// Columns returns the most cells of a line.
func (t *Table) Columns() int {
	most := 0
	for _, line := range t.Lines {
		most = max(most, len(line.Texts))
	}
	return most
}

// The beginnings of files that are not texts.
const (
	zipMagic = "PK\x03\x04"
	oleMagic = "\xd0\xcf\x11\xe0"
	pdfMagic = "%PDF-"
)

// Read reads a file, ignoring its name. It returns a *FileError for a fault of the whole file. Faults of a
// line are in the line.
func Read(content []byte, options Options) (*Table, error) {
	sheets, err := read(content, options, 1)
	if err != nil {
		return nil, err
	}
	return sheets[0], nil
}

// ReadSheets is [Read] for every sheet of a workbook with content, unless the options name one. It returns at
// least one table, which may be empty.
func ReadSheets(content []byte, options Options) ([]*Table, error) {
	return read(content, options, maxSheets)
}

// read reads at most most sheets with content.
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

// onOneLine replaces line breaks by spaces, since a name wrapped in its cell is still one name.
func onOneLine(text string) string {
	if !strings.ContainsAny(text, "\r\n\t") {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// unreadable finds characters that do not occur in names or numbers: those lost when the file was written or
// read with the wrong encoding, and those that are not text.
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
