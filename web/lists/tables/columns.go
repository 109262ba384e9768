package tables

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Column is something that a table may hold, by the names that its column has.
type Column struct {
	// Key names it in the program.
	Key string
	// Names are compared without case, accents and all that is no letter or digit.
	Names []string
	// Needed reports whether a table without it says nothing.
	Needed bool
}

// Places holds the places of columns in a table, from 0, by their keys. A column that is
// not there is missing.
type Places map[string]int

// Of returns the place of the column, -1 where it is missing.
func (p Places) Of(key string) int {
	if place, found := p[key]; found {
		return place
	}
	return -1
}

// Match finds columns by the names in the header. One whose names stand there twice is
// left out, and named in twice.
func Match(header []string, columns []Column) (places Places, twice []string) {
	places = make(Places)
	for _, column := range columns {
		for at, name := range header {
			if !column.hasName(name) {
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

func (c Column) hasName(text string) bool {
	folded := Fold(text)
	return folded != "" && slices.ContainsFunc(c.Names, func(name string) bool { return folded == Fold(name) })
}

// Missing are the needed columns that have no place.
func Missing(places Places, columns []Column) []Column {
	return slices.DeleteFunc(slices.Clone(columns), func(column Column) bool { return !column.Needed || places.Of(column.Key) >= 0 })
}

// Fold makes the names of columns comparable: lower case, without accents, letters and
// digits only.
func Fold(name string) string {
	var folded strings.Builder
	for _, char := range norm.NFKD.String(strings.ToLower(name)) {
		if unicode.IsLetter(char) || unicode.IsDigit(char) {
			folded.WriteRune(char)
		}
	}
	return folded.String()
}
