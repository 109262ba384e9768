package tables

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// The limits of a workbook in memory. A shared text is in the file once and in memory once for each of its
// cells, so that a small file can become gigabytes.
const (
	// maxText limits the bytes of the shared texts over all cells.
	maxText = 16 << 20
	// maxCellText limits the bytes of one cell's text: a spreadsheet stores 32,767 characters.
	maxCellText = 4 * 32_767
	// maxPlaces limits the cells up to the last filled one of each row, over all rows.
	maxPlaces = 8_000_000
	// maxElements limits the elements other than rows and cells, since each becomes an object.
	maxElements = 500_000
	// maxRow is the last row of a sheet (ECMA-376 sets no limit; spreadsheets end there).
	maxRow = 1_048_576
)

var errOtherEncoding = errors.New("not UTF-8")

// weigh reads all parts of a workbook once, to estimate their size in memory without keeping them.
func weigh(archive *zip.Reader) error {
	var w weighing
	isShared := func(part *zip.File) bool {
		return strings.EqualFold(strings.ReplaceAll(part.Name, `\`, "/"), "xl/sharedStrings.xml")
	}
	shared := slices.DeleteFunc(slices.Clone(archive.File), func(part *zip.File) bool { return !isShared(part) })
	if len(shared) > 1 {
		return &FileError{Code: NoTable}
	}
	for _, part := range append(shared, slices.DeleteFunc(slices.Clone(archive.File), isShared)...) {
		if err := w.part(part, isShared(part)); err != nil {
			return err
		}
	}
	return nil
}

// weighing is the estimate so far.
type weighing struct {
	// shared are the lengths of the shared texts, in bytes.
	shared                 []int
	text, places, elements int

	cell cellWeight
	// column is the position of the row's last cell, last that of the last filled one, both from 1.
	column, last int
}

// cellWeight is the present cell.
type cellWeight struct {
	shared, open, filled bool
	value                []byte
}

func (w *weighing) part(part *zip.File, shared bool) (err error) {
	content, err := part.Open()
	if err != nil {
		return &FileError{Code: NoTable}
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	decoder := xml.NewDecoder(io.LimitReader(content, maxUnpacked))
	decoder.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errOtherEncoding }
	for {
		token, err := decoder.RawToken()
		if errors.Is(err, errOtherEncoding) || err != nil && strings.Contains(err.Error(), errOtherEncoding.Error()) {
			return &FileError{Code: NoTable}
		}
		if err != nil {
			break // its end, or a part that is not XML: nothing after it is read
		}
		if err := w.token(token, shared); err != nil {
			return err
		}
	}
	return w.endRow()
}

func (w *weighing) token(token xml.Token, shared bool) error {
	switch token := token.(type) {
	case xml.StartElement:
		return w.begin(token, shared)
	case xml.EndElement:
		if token.Name.Local == "c" {
			return w.endCell()
		}
		w.cell.open = w.cell.open && token.Name.Local != "v"
	case xml.CharData:
		switch {
		case shared && len(w.shared) > 0:
			w.shared[len(w.shared)-1] += len(token)
			if w.shared[len(w.shared)-1] > maxCellText {
				return &FileError{Code: Overfull}
			}
		case w.cell.open && len(w.cell.value) < maxValue:
			w.cell.value = append(w.cell.value, token[:min(len(token), maxValue)]...)
		}
	}
	return nil
}

// maxValue limits the examined bytes of a cell's value. The number of a shared text is shorter.
const maxValue = 64

func (w *weighing) begin(element xml.StartElement, shared bool) error {
	switch element.Name.Local {
	case "row":
		if row, err := strconv.Atoi(attribute(element, "r")); err == nil && (row < 0 || row > maxRow) {
			return &FileError{Code: NoTable}
		}
		return w.endRow()
	case "c":
		w.cell = cellWeight{shared: attribute(element, "t") == "s", value: w.cell.value[:0]}
		w.column = columnOf(attribute(element, "r"), w.column+1)
		return nil
	case "v":
		w.cell.open, w.cell.filled, w.cell.value = true, true, w.cell.value[:0]
		return nil
	case "f", "is", "t":
		w.cell.filled = true
		return nil
	case "si":
		if shared {
			w.shared = append(w.shared, 0)
		}
	}
	if w.elements++; w.elements > maxElements {
		return &FileError{Code: Overfull}
	}
	return nil
}

func (w *weighing) endCell() error {
	if w.cell.filled {
		w.last = max(w.last, w.column)
	}
	if !w.cell.shared {
		return nil
	}
	number, err := strconv.Atoi(strings.TrimSpace(string(w.cell.value)))
	switch {
	case err == nil && number < 0:
		return &FileError{Code: NoTable}
	case err == nil && number < len(w.shared):
		w.text += w.shared[number]
	}
	if w.text > maxText {
		return &FileError{Code: Overfull}
	}
	return nil
}

func (w *weighing) endRow() error {
	w.places += w.last
	w.column, w.last = 0, 0
	if w.places > maxPlaces {
		return &FileError{Code: Overfull}
	}
	return nil
}

func attribute(element xml.StartElement, name string) string {
	value := ""
	for _, one := range element.Attr {
		if one.Name.Local == name {
			value = one.Value
		}
	}
	return value
}

// columnOf returns the column of a cell such as AB12, from 1, or otherwise if the cell does not name it. No
// sheet has more than 16,384 columns, which are three letters.
func columnOf(cell string, otherwise int) int {
	column := 0
	for i := range min(len(cell), 3) {
		letter := cell[i] &^ ' '
		if letter < 'A' || letter > 'Z' {
			break
		}
		column = column*26 + int(letter-'A') + 1
	}
	if column == 0 {
		return otherwise
	}
	return column
}
