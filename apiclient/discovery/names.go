package discovery

import (
	"strings"
	"unicode"
)

// folded is a name in small letters without what separates its words, so that studentId, StudentID,
// student_id and "student id" are the same; accents are taken off where the languages of the vocabulary
// have them.
func folded(name string) string {
	var out strings.Builder
	for _, r := range strings.ToLower(name) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			out.WriteString(withoutAccent(r))
		}
	}
	return out.String()
}

func withoutAccent(r rune) string {
	const accented, plain = "áàâãåéèêëíìîïóòôõúùûçñışğćłńśźżęą", "aaaaaeeeeiiiioooouuucnisgclnszzea"
	switch r {
	case 'ä':
		return "ae"
	case 'ö':
		return "oe"
	case 'ü':
		return "ue"
	case 'ß':
		return "ss"
	}
	for at, other := range []rune(accented) {
		if other == r {
			return plain[at : at+1]
		}
	}
	return string(r)
}

// wrapper tells whether a member only wraps others and says nothing about them.
func wrapper(name string) bool {
	switch folded(name) {
	case "attributes", "relationships", "data", "info", "details", "fields", "properties", "node", "profile", "item", "record", "value", "content", "general", "basic":
		return true
	}
	return false
}
