package tables

import (
	"encoding/csv"
	"fmt"
	"io"
)

// byteOrderMark marks a text as UTF-8 for spreadsheets.
const byteOrderMark = "\ufeff"

// TextWriter writes a text with separators (RFC 4180) in UTF-8, one line at a time, without buffering the
// whole text.
type TextWriter struct {
	lines *csv.Writer
	texts []string
}

// NewText starts a text with the separator between its columns.
func NewText(into io.Writer, separator rune) (*TextWriter, error) {
	if _, err := io.WriteString(into, byteOrderMark); err != nil {
		return nil, fmt.Errorf("begin a table: %w", err)
	}
	lines := csv.NewWriter(into)
	lines.Comma, lines.UseCRLF = separator, true
	return &TextWriter{lines: lines}, nil
}

// Write adds a line. It makes a cell that a spreadsheet would take for a formula a text.
func (w *TextWriter) Write(cells ...Cell) error {
	w.texts = w.texts[:0]
	for _, cell := range cells {
		w.texts = append(w.texts, harmless(printable(cell.Text)))
	}
	if err := w.lines.Write(w.texts); err != nil {
		return fmt.Errorf("write a line: %w", err)
	}
	return nil
}

// Close ends the text. It does not close the underlying writer.
func (w *TextWriter) Close() error {
	w.lines.Flush()
	if err := w.lines.Error(); err != nil {
		return fmt.Errorf("end a table: %w", err)
	}
	return nil
}
