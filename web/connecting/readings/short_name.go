package readings

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// longestShortName is the longest short name of a school.
const longestShortName = 40

// ShortName makes a school's short name for addresses from its name: "Collège des Tilleuls" becomes
// college-des-tilleuls. It returns "" for a name without Latin letters and digits. The page's script,
// school.js, does the same.
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
