package document

import (
	"html"
	"regexp"
	"strings"
)

// entity matches a character written for HTML, such as &#39; or &euml;. Without the semicolon it may be a
// parameter of an address.
var entity = regexp.MustCompile(`&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});`)

// Plain writes a text that was prepared for HTML, once or twice, as people write it: O'Brien for O&#39;Brien.
func Plain(text string) string {
	for range 2 {
		if !strings.Contains(text, "&") {
			return text
		}
		text = entity.ReplaceAllStringFunc(text, html.UnescapeString)
	}
	return text
}
