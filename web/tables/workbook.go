package tables

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"
)

// readWorkbook reads one sheet. All of it is unfolded in memory and nothing on the
// disk: names of students are not to lie about.
func readWorkbook(content []byte, sheet string) (table *Table, err error) {
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
	table = &Table{Sheets: visible(book)}
	if sheet != "" && !slices.Contains(table.Sheets, sheet) {
		return nil, &FileError{Code: NoSheet, Value: sheet}
	}
	asked := table.Sheets[:min(len(table.Sheets), maxSheets)]
	if sheet != "" {
		asked = []string{sheet}
	}
	for _, name := range asked {
		table.Sheet = name
		if err := table.readSheet(book, name); err != nil {
			return nil, err
		}
		if len(table.Lines) > 0 {
			break
		}
	}
	return table, nil
}

// unpackable refuses an archive that unfolds to too much. Its parts cannot hold more
// than they say: reading such a one fails.
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

// maxSheets is how many sheets are looked through for the first that holds anything.
const maxSheets = 20

// maxParts is how many files a workbook may consist of.
const maxParts = 2000

// visible are the sheets that a person sees.
func visible(book *excelize.File) []string {
	var names []string
	for _, name := range book.GetSheetList() {
		if shown, err := book.GetSheetVisible(name); err == nil && shown {
			names = append(names, name)
		}
	}
	return names
}

// readSheet reads what the cells hold, of formulas the values that they last had.
func (t *Table) readSheet(book *excelize.File, name string) (err error) {
	rows, err := book.Rows(name)
	if err != nil {
		return &FileError{Code: NoTable}
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for number := 1; rows.Next(); number++ {
		texts, err := rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return &FileError{Code: NoTable}
		}
		if err := t.keep(lineOf(number, texts)); err != nil {
			return err
		}
	}
	if err := rows.Error(); err != nil {
		return fmt.Errorf("read sheet %q: %w", name, err)
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

// keptDigits is how many digits of a number a spreadsheet keeps.
const keptDigits = 15

// wholeNumber writes a whole number in plain digits that the workbook writes
// otherwise: 1.234E+5. One with more digits than a spreadsheet keeps has lost
// the last ones.
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
