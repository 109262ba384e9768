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
	}, norm.NFD.String(latin.Replace(strings.ToLower(name))))
}

// latin replaces letters that are more than a letter with an accent.
//
//nolint:gochecknoglobals // It never changes, and costs much to make.
var latin = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "ı", "i", "ł", "l")

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
