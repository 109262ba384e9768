package discovery

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// folded writes a name in small letters and joins its words, so that studentId, StudentID, student_id and
// "student id" are the same. It drops accents, and writes letters such as ä and ß as ae and ss.
func folded(name string) string {
	plain := strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "ı", "i", "ł", "l").Replace(strings.ToLower(name))
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFD.String(plain))
}

// wrapper tells whether a member only wraps others and says nothing about them.
func wrapper(name string) bool {
	return slices.Contains(list("attributes relationships data info details fields properties node profile item record value content general basic"), folded(name))
}
