package readings

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// longestShortName is the longest that a school's short name may be.
const longestShortName = 40

// ShortName makes a school's short name in addresses from its name: "Collège des Tilleuls" is
// college-des-tilleuls. It is empty where the name has no Latin letters and no digits. The page's
// script, school.js, does the same.
func ShortName(name string) string {
	plain := strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ı", "i").Replace(strings.ToLower(name))
	kept := strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.M, r):
			return -1
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		}
		return ' '
	}, norm.NFD.String(plain))
	joined := strings.Join(strings.Fields(kept), "-")
	return strings.Trim(joined[:min(len(joined), longestShortName)], "-")
}
