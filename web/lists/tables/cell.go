package tables

import (
	"strings"
	"time"
)

// Cell is one cell of a table that is written.
type Cell struct {
	// Text stands in a text with separators, and in a workbook where At is zero.
	Text string
	// At is a date in the zone of the time, which a workbook holds as one and shows as
	// its reader's machine writes dates.
	At time.Time
	// Clock adds the time of day to the date.
	Clock bool
}

// Texts are cells that hold texts and nothing else.
func Texts(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, text := range texts {
		cells[i] = Cell{Text: text}
	}
	return cells
}

// printable is the text on one line, without the characters that are no text.
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

// formulaSigns begin what a spreadsheet would reckon out, in Latin and in full width.
const formulaSigns = "=+-@＝＋－＠"

// harmless is the text so that no spreadsheet takes it for a formula: an apostrophe before
// it makes it a text.
func harmless(text string) string {
	if trimmed := strings.TrimSpace(text); trimmed != "" && strings.ContainsRune(formulaSigns, []rune(trimmed)[0]) {
		return "'" + text
	}
	return text
}
