package hooks

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

const (
	// deepest limits the nesting of a body.
	deepest = 64
	// keptBody limits the stored bytes of a body.
	keptBody = 4 << 10
)

// tooDeep reports whether a body is nested too deeply, without parsing it as JSON.
func tooDeep(body []byte) bool {
	depth, quoted, escaped := 0, false, false
	for _, char := range body {
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped, quoted = char == '\\', char != '"'
		case char == '"':
			quoted = true
		case char == '[' || char == '{':
			if depth++; depth > deepest {
				return true
			}
		case char == ']' || char == '}':
			depth--
		}
	}
	return false
}

// understood reports whether a body is a JSON object or array. More cannot be expected, since its fields are
// not documented.
func understood(body []byte) bool {
	trimmed := bytes.TrimSpace(body)
	return len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') && utf8.Valid(trimmed) && json.Valid(trimmed)
}

// excerpt returns the beginning of a body as text that can be stored and shown.
func excerpt(body []byte) string {
	text := string(body[:min(len(body), keptBody)])
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
