package hooks

import (
	"errors"
	"strings"
	"unicode/utf8"

	"rollbook/apiclient/document"
)

// keptBody limits the stored bytes of a body.
const keptBody = 4 << 10

// inspect reports whether a body is a JSON object or array, or is nested too deeply. More cannot be expected, since
// its fields are not documented.
func inspect(body []byte) (understood, tooDeep bool) {
	read, err := document.Decode(body)
	switch read.(type) {
	case map[string]any, []any:
		return utf8.Valid(body), false
	}
	return false, errors.Is(err, document.ErrTooLarge)
}

// excerpt returns the beginning of a body as text that can be stored and shown.
func excerpt(body []byte) string {
	text := string(body[:min(len(body), keptBody)])
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
