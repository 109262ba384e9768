package document

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold lowercases a name and joins its words, so that studentId, StudentID, student_id and "student id"
// become equal. It drops accents, and writes letters such as ä and ß as ae and ss.
func Fold(name string) string {
	var plain strings.Builder
	for _, letter := range strings.ToLower(name) {
		plain.WriteString(inLatin(letter))
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFD.String(plain.String()))
}

// inLatin writes letters that are more than a letter with an accent.
func inLatin(letter rune) string {
	switch letter {
	case 'ä':
		return "ae"
	case 'ö':
		return "oe"
	case 'ü':
		return "ue"
	case 'ß':
		return "ss"
	case 'ı':
		return "i"
	case 'ł':
		return "l"
	}
	return string(letter)
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Segment writes the name of a member as a segment of a JSONPath (RFC 9535).
func Segment(name string) string {
	if plainName.MatchString(name) {
		return "." + name
	}
	return "[" + Quoted(name) + "]"
}

// Quoted quotes a text for a JSONPath.
func Quoted(text string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\\`), `'`, `\'`) + "'"
}
