package tables

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Cell is one cell of a written table.
type Cell struct {
	// Text is the cell's text. A workbook uses it only when At is zero.
	Text string
	// At is a date in the time's zone. A workbook stores it as a date and shows it as 2026-11-20.
	At time.Time
	// Clock adds the time of day to the date.
	Clock bool
	// Count is true for a whole number, which a workbook stores as a number.
	Count bool
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

// harmless puts an apostrophe before a text that a spreadsheet would take for a formula, at its start or behind a
// semicolon: where a comma is part of a number, spreadsheets divide a line there.
func harmless(text string) string {
	if !strings.ContainsAny(text, formulaSigns) {
		return text
	}
	parts := strings.Split(text, ";")
	for i, part := range parts {
		if first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(part, isPadding)); strings.ContainsRune(formulaSigns,
			first) {
			parts[i] = "'" + part
		}
	}
	return strings.Join(parts, ";")
}

// isPadding reports whether a spreadsheet removes the character at the start of a cell.
func isPadding(char rune) bool { return unicode.IsSpace(char) || char == '"' }
