package tables

import (
	"strings"
	"time"
)

// Cell is one cell of a written table.
type Cell struct {
	// Text is the cell's text. A workbook uses it only when At is zero.
	Text string
	// At is a date in the time's zone. A workbook stores it as a date and shows it in the format of the
	// reader's machine.
	At time.Time
	// Clock adds the time of day to the date.
	Clock bool
}

// Texts returns cells with plain texts.
func Texts(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, text := range texts {
		cells[i] = Cell{Text: text}
	}
	return cells
}

// printable returns the text on one line, without invalid characters.
func printable(text string) string {
	if !strings.ContainsFunc(text, isControl) {
		return text
	}
	return strings.Map(func(char rune) rune {
		switch {
		case char == '\t' || char == '\r' || char == '\n':
			return ' '
		case isControl(char):
			return -1
		}
		return char
	}, text)
}

// formulaSigns begin a formula in a spreadsheet, in Latin and in full width.
const formulaSigns = "=+-@＝＋－＠"

// harmless puts an apostrophe before a text that a spreadsheet would take for a formula.
func harmless(text string) string {
	if trimmed := strings.TrimSpace(text); trimmed != "" && strings.ContainsRune(formulaSigns, []rune(trimmed)[0]) {
		return "'" + text
	}
	return text
}
