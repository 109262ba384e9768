package tables

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// ErrTooMuch is the error of a workbook that would hold more than one can: beyond that
// its lines would have to lie on the disk while it is written.
var ErrTooMuch = errors.New("this is too much for a workbook")

// The limits of what a workbook holds in memory, in bytes.
const (
	mostWritten  = excelize.StreamChunkSize - 64<<10
	cellOverhead = 64
)

// The formats of cells that every spreadsheet has, and shows as its reader's machine does
// (ECMA-376, 18.8.30).
const (
	formatDate  = 14
	formatClock = 22
)

// WorkbookWriter writes a workbook (ECMA-376, .xlsx) with one sheet. It is kept in memory
// until Close.
type WorkbookWriter struct {
	// The library is reached through functions: a field of its type would, once this one is
	// behind an interface, link everything that the library can do: 3 MiB of formulas.
	row         func(place string, values []any) error
	end, drop   func() error
	line, size  int
	head        int
	date, clock int
}

// NewWorkbook begins a workbook whose sheet has the name and columns of the widths, in
// characters. Its first line stays in sight.
func NewWorkbook(into io.Writer, sheet string, widths ...float64) (*WorkbookWriter, error) {
	book := excelize.NewFile()
	w := &WorkbookWriter{drop: book.Close}
	if err := w.begin(book, into, sheetName(sheet), widths); err != nil {
		return nil, errors.Join(fmt.Errorf("begin a workbook: %w", err), book.Close())
	}
	return w, nil
}

func (w *WorkbookWriter) begin(book *excelize.File, into io.Writer, sheet string, widths []float64) error {
	if err := book.SetSheetName(book.GetSheetName(0), sheet); err != nil {
		return err
	}
	var err error
	for style, into := range map[*excelize.Style]*int{
		{Font: &excelize.Font{Bold: true}}: &w.head, {NumFmt: formatDate}: &w.date, {NumFmt: formatClock}: &w.clock,
	} {
		if *into, err = book.NewStyle(style); err != nil {
			return err
		}
	}
	lines, err := book.NewStreamWriter(sheet)
	if err != nil {
		return err
	}
	w.row = func(place string, values []any) error { return lines.SetRow(place, values) }
	w.end = func() error {
		err := lines.Flush()
		if err == nil {
			err = book.Write(into)
		}
		return err
	}
	for i, width := range widths {
		if err := lines.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	return lines.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
}

// sheetName is the name without what a sheet's name may not have, and not longer than one
// may be.
func sheetName(name string) string {
	name = strings.Map(func(char rune) rune {
		if strings.ContainsRune(`[]:*?/\'`, char) || isControl(char) {
			return ' '
		}
		return char
	}, name)
	runes := []rune(strings.TrimSpace(name))
	if name = strings.TrimSpace(string(runes[:min(len(runes), excelize.MaxSheetNameLength-1)])); name == "" {
		return "1"
	}
	return name
}

// Write adds a line; the first is a heading. A text stays a text, whatever it begins with.
// The error is ErrTooMuch where the workbook is full.
func (w *WorkbookWriter) Write(cells ...Cell) error {
	w.line++
	place, err := excelize.CoordinatesToCellName(1, w.line)
	if err != nil {
		return fmt.Errorf("write a line: %w", err)
	}
	values := make([]any, len(cells))
	for i, cell := range cells {
		values[i] = w.value(cell)
		// A sign that has to be spelt out takes five characters.
		w.size += cellOverhead + len(cell.Text) + 4*strings.Count(cell.Text, "&") + 4*strings.Count(cell.Text, "<") + 4*strings.Count(cell.Text, `"`)
	}
	if w.size > mostWritten {
		return ErrTooMuch
	}
	if err := w.row(place, values); err != nil {
		return fmt.Errorf("write a line: %w", err)
	}
	return nil
}

func (w *WorkbookWriter) value(cell Cell) any {
	switch {
	case w.line == 1:
		return excelize.Cell{StyleID: w.head, Value: printable(cell.Text)}
	case cell.At.IsZero() && cell.Text == "":
		return nil
	case cell.At.IsZero():
		return printable(cell.Text)
	case cell.Clock:
		return excelize.Cell{StyleID: w.clock, Value: cell.At}
	}
	year, month, day := cell.At.Date()
	return excelize.Cell{StyleID: w.date, Value: time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}
}

// Close writes the workbook out. It leaves what it was written into open.
func (w *WorkbookWriter) Close() error {
	if err := errors.Join(w.end(), w.drop()); err != nil {
		return fmt.Errorf("end a workbook: %w", err)
	}
	return nil
}

// Drop gives up a workbook that is not to be written out.
func (w *WorkbookWriter) Drop() error { return w.drop() }
