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
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFD.String(inLatin(strings.ToLower(name))))
}

// inLatin writes letters that are more than a letter with an accent as other letters.
func inLatin(name string) string {
	var written strings.Builder
	for _, letter := range name {
		switch letter {
		case 'ä':
			written.WriteString("ae")
		case 'ö':
			written.WriteString("oe")
		case 'ü':
			written.WriteString("ue")
		case 'ß':
			written.WriteString("ss")
		case 'ı':
			written.WriteRune('i')
		case 'ł':
			written.WriteRune('l')
		default:
			written.WriteRune(letter)
		}
	}
	return written.String()
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
