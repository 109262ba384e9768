package tables

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// ErrTooMuch is returned when a workbook is full: beyond that its lines would have to be written to the disk
// temporarily.
var ErrTooMuch = errors.New("this is too much for a workbook")

// WorkbookLines is how many lines of usual marks fit into a workbook.
const WorkbookLines = 15_000

// The limits of a workbook's content in memory, in bytes.
const (
	mostWritten  = excelize.StreamChunkSize - 64<<10
	cellOverhead = 64
)

// The formats of dates (ECMA-376, 18.8.30).
const (
	formatDate  = "yyyy-mm-dd"
	formatClock = "yyyy-mm-dd hh:mm"
)

// WorkbookWriter writes a workbook (ECMA-376, .xlsx) with one sheet. It is kept in memory
// until Close.
type WorkbookWriter struct {
	// Functions instead of a field of the library's type: such a field, behind an interface, would link all
	// methods of the library, 3 MiB of formulas.
	row         func(place string, values []any) error
	end, drop   func() error
	line, size  int
	head        int
	date, clock int
}

// NewWorkbook starts a workbook whose sheet has the name and columns of the widths, in characters. Its first
// line stays visible.
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
	date, clock := formatDate, formatClock
	for style, into := range map[*excelize.Style]*int{
		{Font: &excelize.Font{Bold: true}}: &w.head, {CustomNumFmt: &date}: &w.date, {CustomNumFmt: &clock}: &w.clock,
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

// sheetName removes the characters that a sheet's name may not have, and cuts it to the allowed length.
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

// Write adds a line. The first is a heading. A text stays a text, whatever it begins with. It returns
// ErrTooMuch when the workbook is full.
func (w *WorkbookWriter) Write(cells ...Cell) error {
	w.line++
	place, err := excelize.CoordinatesToCellName(1, w.line)
	if err != nil {
		return fmt.Errorf("write a line: %w", err)
	}
	values := make([]any, len(cells))
	for i, cell := range cells {
		values[i] = w.value(cell)
		if values[i] == nil {
			continue
		}
		// An escaped character takes five characters.
		w.size += cellOverhead + len(cell.Text) + 4*strings.Count(cell.Text, "&") + 4*strings.Count(cell.Text, "<") +
			4*strings.Count(cell.Text, `"`)
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
		if number, err := strconv.Atoi(cell.Text); cell.Count && err == nil {
			return number
		}
		return printable(cell.Text)
	case cell.Clock:
		return excelize.Cell{StyleID: w.clock, Value: cell.At}
	}
	year, month, day := cell.At.Date()
	return excelize.Cell{StyleID: w.date, Value: time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}
}

// Close writes out the workbook. It does not close the underlying writer.
func (w *WorkbookWriter) Close() error {
	if err := errors.Join(w.end(), w.drop()); err != nil {
		return fmt.Errorf("end a workbook: %w", err)
	}
	return nil
}

// Drop discards a workbook without writing it.
func (w *WorkbookWriter) Drop() error { return w.drop() }
