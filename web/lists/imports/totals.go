package imports

import (
	"slices"
	"strings"
	"unicode"

	"rollbook/web/lists/tables"
)

// isTotal reports whether a line counts the lines above: a word for a total, and otherwise only numbers.
// "Total number of students: 28" in a single cell counts too.
func (r *lineReading) isTotal(texts []string) bool {
	texts = Filled(texts)
	if len(texts) == 1 {
		first, _, _ := strings.Cut(texts[0], " ")
		return r.isTotalWord(texts[0]) || strings.Contains(texts[0], " ") && r.isTotalWord(first)
	}
	words := slices.DeleteFunc(texts, isNumber)
	return len(words) == 1 && r.isTotalWord(words[0])
}

// Filled returns the texts that are not empty.
func Filled(texts []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return text == "" })
}

func (r *lineReading) isTotalWord(text string) bool {
	return r.totals[strings.TrimFunc(tables.Fold(text), unicode.IsDigit)]
}

// totalWords returns folded words that begin a total, in several languages.
func totalWords() map[string]bool {
	totals := make(map[string]bool)
	for _, word := range words("totals") {
		totals[tables.Fold(word)] = true
	}
	return totals
}
