package tables

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Column is a column that a table may have, with its possible names.
type Column struct {
	// Key identifies it in the program.
	Key string
	// Names are compared by letters and digits only, without case and accents.
	Names []string
	// Needed is true when a table is useless without it.
	Needed bool
}

// Places are the positions of columns in a table, from 0, by their keys. Absent columns are missing.
type Places map[string]int

// Of returns the position of the column, or -1.
func (p Places) Of(key string) int {
	if place, found := p[key]; found {
		return place
	}
	return -1
}

// Match finds columns by the names in the header. It leaves out a column whose names appear twice, and
// returns it in twice.
func Match(header []string, columns []Column) (places Places, twice []string) {
	places = make(Places)
	for _, column := range columns {
		for at, name := range header {
			if !column.HasName(name) {
				continue
			}
			if _, found := places[column.Key]; found {
				twice = append(twice, column.Key)
				delete(places, column.Key)
				break
			}
			places[column.Key] = at
		}
	}
	return places, twice
}

// HasName reports whether the text is one of the column's names.
func (c Column) HasName(text string) bool {
	folded := Fold(text)
	return folded != "" && slices.ContainsFunc(c.Names, func(name string) bool { return folded == Fold(name) })
}

// Missing returns the needed columns without a position.
func Missing(places Places, columns []Column) []Column {
	return slices.DeleteFunc(slices.Clone(columns),
		func(column Column) bool { return !column.Needed || places.Of(column.Key) >= 0 })
}

// Fold reduces a column name to lower-case letters and digits without accents, for comparison.
func Fold(name string) string {
	var folded strings.Builder
	for _, char := range norm.NFKD.String(strings.ToLower(name)) {
		if unicode.IsLetter(char) || unicode.IsDigit(char) {
			folded.WriteRune(char)
		}
	}
	return folded.String()
}

// Row is a line with the places of its columns.
type Row struct {
	Line
	places Places
}

// Of returns the cell of the column, or "" when there is none.
func (r Row) Of(key string) string { return r.Text(r.places.Of(key)) }

// Rows returns the lines below a first one that names all needed columns; headed is true then. Without such a header it
// returns all lines, with the columns in their order.
func Rows(lines []Line, columns []Column) (rows []Row, headed bool) {
	if len(lines) == 0 {
		return nil, false
	}
	places, _ := Match(lines[0].Texts, columns)
	if headed = len(Missing(places, columns)) == 0; headed {
		lines = lines[1:]
	} else {
		for at, column := range columns {
			places[column.Key] = at
		}
	}
	for _, line := range lines {
		rows = append(rows, Row{line, places})
	}
	return rows, headed
}
