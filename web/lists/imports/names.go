package imports

import (
	_ "embed"
	"strings"
)

//go:embed words.txt
var wordsText string

// words returns the words under a heading of words.txt.
func words(heading string) []string {
	_, rest, _ := strings.Cut(wordsText, "\n"+heading+":\n")
	paragraph, _, _ := strings.Cut(strings.TrimSpace(rest), "\n\n")
	return strings.Split(strings.ReplaceAll(paragraph, ",\n", ", "), ", ")
}

// bareNames returns the folded column names that mean the full name, but the family name when there is a
// column for the first name.
func bareNames() []string { return words("name of the family beside one for the first name") }
