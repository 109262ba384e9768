package tables

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"
)

// readWorkbook reads the named sheet, or at most most sheets with content. It unpacks everything in memory
// and nothing to the disk, which must not contain students' names.
func readWorkbook(content []byte, sheet string, most int) (read []*Table, err error) {
	if err := unpackable(content); err != nil {
		return nil, err
	}
	book, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{
		UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked, RawCellValue: true,
	})
	if err != nil {
		return nil, &FileError{Code: NoTable}
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	book.CharsetTranscoder(func(string, io.Reader) (io.Reader, error) { return nil, errOtherEncoding })
	names := visible(book)
	chosen := names
	switch {
	case sheet != "" && !slices.Contains(names, sheet):
		return nil, &FileError{Code: NoSheet, Value: sheet}
	case sheet != "":
		chosen = []string{sheet}
	case len(names) > maxSheets:
		return nil, &FileError{Code: Overfull}
	}
	read, err = readSheets(book, chosen, most)
	for _, table := range read {
		table.Sheets = names
	}
	return read, err
}

// readSheets reads at most most sheets with content, in order. If there are none, it returns an empty one.
func readSheets(book *excelize.File, names []string, most int) ([]*Table, error) {
	var read []*Table
	room := sheetRoom{lines: MaxLines, rows: maxRow, places: maxPlaces, text: maxText}
	for _, name := range names {
		table := &Table{Sheet: name}
		if err := table.readSheet(book, &room); err != nil {
			return nil, err
		}
		if len(table.Lines) > 0 {
			read = append(read, table)
		}
		if len(read) == most {
			break
		}
	}
	if len(read) == 0 {
		read = []*Table{{Sheet: cmp.Or(names...)}}
	}
	return read, nil
}

// errOtherEncoding refuses a part that is not in UTF-8 (ECMA-376 also allows UTF-16, which no program writes).
var errOtherEncoding = errors.New("not UTF-8")

// unpackable refuses an archive that unpacks to too much. A part that contains more than it declares fails
// when it is read.
func unpackable(content []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return &FileError{Code: NoTable}
	}
	var total uint64
	for _, part := range archive.File {
		total += min(part.UncompressedSize64, maxUnpacked+1)
	}
	if total > maxUnpacked || len(archive.File) > maxParts {
		return &FileError{Code: TooLarge}
	}
	return weigh(archive)
}

// maxSheets limits the visible sheets of a workbook.
const maxSheets = 100

// maxParts limits the files of a workbook.
const maxParts = 2000

// visible returns the visible sheets.
func visible(book *excelize.File) []string {
	var names []string
	for _, name := range book.GetSheetList() {
		if shown, err := book.GetSheetVisible(name); err == nil && shown {
			names = append(names, name)
		}
	}
	return names
}

// readSheet reads the cells. For a formula it reads the last value.
func (t *Table) readSheet(book *excelize.File, room *sheetRoom) (err error) {
	rows, err := book.Rows(t.Sheet)
	if err != nil {
		return &FileError{Code: NoTable}
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for number := 1; rows.Next(); number++ {
		texts, err := rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return &FileError{Code: NoTable}
		}
		if err := room.take(texts); err != nil {
			return err
		}
		line := lineOf(number, texts)
		line.Hidden = rows.GetRowOpts().Hidden
		if err := t.keep(line); err != nil {
			return err
		}
		if len(t.Lines) > room.lines {
			return &FileError{Code: TooLong}
		}
	}
	room.lines -= len(t.Lines)
	if rows.Error() != nil {
		return &FileError{Code: NoTable}
	}
	return nil
}

func lineOf(number int, texts []string) Line {
	line := Line{Number: number, Texts: texts}
	for i, text := range texts {
		whole, rounded := wholeNumber(text)
		if rounded {
			line.Fault = &FileError{Code: Rounded, Line: number, Value: text}
		}
		texts[i] = whole
	}
	return line
}

// keptDigits is the number of digits that a spreadsheet stores.
const keptDigits = 15

// wholeNumber writes in plain digits a whole number that the workbook writes differently, such as 1.234E+5.
// Rounded is true for one with more digits than a spreadsheet stores: it has lost the last ones.
func wholeNumber(text string) (plain string, rounded bool) {
	_, exponent, found := strings.Cut(text, "E+")
	if !found || len(exponent) > 2 || strings.Trim(text, "0123456789.E+") != "" {
		return text, false
	}
	number, ok := new(big.Rat).SetString(text)
	if !ok || !number.IsInt() || number.Num().BitLen() > 64 {
		return text, false
	}
	plain = number.Num().String()
	return plain, len(plain) > keptDigits
}
