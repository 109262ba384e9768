package language

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// placeholders parses texts with no template action but {{.Name}}. That is all a translator needs, and many
// times cheaper than text/template. Isolates is true for a language written from right to left, where a name in another
// script must not disturb the order of the sentence around it (Unicode Annex 9, section 2.4).
type placeholders struct{ isolates bool }

// Cacheable lets the bundle cache the result of Parse.
func (placeholders) Cacheable() bool { return true }

// Parse splits a text at its placeholders.
func (p placeholders) Parse(text, _, _ string) (template.ParsedTemplate, error) {
	parsed := sentence{isolates: p.isolates}
	for {
		before, rest, found := strings.Cut(text, "{{.")
		parsed.segments = append(parsed.segments, segment{text: before})
		if !found {
			return parsed, nil
		}
		name, after, closed := strings.Cut(rest, "}}")
		if !closed || name == "" {
			return nil, fmt.Errorf("placeholder without end in %q", text)
		}
		parsed.segments = append(parsed.segments, segment{name: name})
		text = after
	}
}

// segment is a piece of text, or the name of a placeholder.
type segment struct{ text, name string }

type sentence struct {
	segments []segment
	isolates bool
}

// Execute fills the values into the text. A missing value leaves a visible gap.
func (s sentence) Execute(data any) (string, error) {
	given, ok := data.(map[string]any)
	if !ok {
		return "", fmt.Errorf("values of type %T, not a map", data)
	}
	var text strings.Builder
	for _, segment := range s.segments {
		switch value := given[segment.name].(type) {
		case string:
			text.WriteString(segment.text + s.isolated(harmless(value)))
		case nil:
			text.WriteString(segment.text)
			if segment.name != "" {
				text.WriteString("…")
			}
		default:
			fmt.Fprint(&text, value)
		}
	}
	return text.String(), nil
}

// isolated returns the value with the characters that isolate its direction, if the sentence needs them.
func (s sentence) isolated(value string) string {
	const first, end = "\u2068", "\u2069"
	if !s.isolates || !strings.ContainsFunc(value, unicode.IsLetter) {
		return value
	}
	return first + value + end
}

// longestValue limits the characters of a value in a sentence to the longest reason that a person may give.
const longestValue = 500

// harmless cleans a value so that it cannot disturb its sentence: it removes control characters and those
// that change the text direction, and shortens a long value.
func harmless(value string) string {
	if strings.ContainsFunc(value, turns) {
		value = strings.Map(func(char rune) rune {
			if turns(char) {
				return -1
			}
			return char
		}, value)
	}
	if len(value) <= longestValue {
		return value
	}
	return Shortened(value, longestValue)
}

// turns reports whether a character embeds, overrides or isolates a direction (Unicode Annex 9), or is a
// control character other than white space.
func turns(char rune) bool {
	switch {
	case char >= '\u202a' && char <= '\u202e', char >= '\u2066' && char <= '\u2069':
		return true
	}
	return unicode.IsControl(char) && !unicode.IsSpace(char)
}

// Shortened returns a text of at most characters characters. A cut text ends with an ellipsis.
func Shortened(text string, characters int) string {
	at := 0
	for i := range text {
		if at == characters-1 && utf8.RuneCountInString(text[i:]) > 1 {
			return text[:i] + "…"
		}
		at++
	}
	return text
}
