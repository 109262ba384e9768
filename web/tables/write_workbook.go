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
	into        io.Writer
	book        *excelize.File
	lines       *excelize.StreamWriter
	line, size  int
	head        int
	date, clock int
}

// NewWorkbook begins a workbook whose sheet has the name and columns of the widths, in
// characters. Its first line stays in sight.
func NewWorkbook(into io.Writer, sheet string, widths ...float64) (*WorkbookWriter, error) {
	w := &WorkbookWriter{into: into, book: excelize.NewFile()}
	if err := w.begin(sheetName(sheet), widths); err != nil {
		return nil, errors.Join(fmt.Errorf("begin a workbook: %w", err), w.book.Close())
	}
	return w, nil
}

func (w *WorkbookWriter) begin(sheet string, widths []float64) error {
	if err := w.book.SetSheetName(w.book.GetSheetName(0), sheet); err != nil {
		return err
	}
	var err error
	for style, into := range map[*excelize.Style]*int{
		{Font: &excelize.Font{Bold: true}}: &w.head, {NumFmt: formatDate}: &w.date, {NumFmt: formatClock}: &w.clock,
	} {
		if *into, err = w.book.NewStyle(style); err != nil {
			return err
		}
	}
	if w.lines, err = w.book.NewStreamWriter(sheet); err != nil {
		return err
	}
	for i, width := range widths {
		if err := w.lines.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	return w.lines.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
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
	if err := w.lines.SetRow(place, values); err != nil {
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
	err := w.lines.Flush()
	if err == nil {
		err = w.book.Write(w.into)
	}
	if err = errors.Join(err, w.book.Close()); err != nil {
		return fmt.Errorf("end a workbook: %w", err)
	}
	return nil
}

// Drop gives up a workbook that is not to be written out.
func (w *WorkbookWriter) Drop() error { return w.book.Close() }
