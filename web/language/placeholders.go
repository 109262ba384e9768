package language

import (
	"fmt"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// placeholders reads texts whose only template actions are {{.Name}}: all that a
// translator needs, and many times cheaper than text/template.
type placeholders struct{}

// Cacheable tells the bundle to keep what Parse returns.
func (placeholders) Cacheable() bool { return true }

// Parse splits a text at its placeholders.
func (placeholders) Parse(text, _, _ string) (template.ParsedTemplate, error) {
	var parsed segments
	for {
		before, rest, found := strings.Cut(text, "{{.")
		parsed = append(parsed, segment{text: before})
		if !found {
			return parsed, nil
		}
		name, after, closed := strings.Cut(rest, "}}")
		if !closed || name == "" {
			return nil, fmt.Errorf("placeholder without end in %q", text)
		}
		parsed = append(parsed, segment{name: name})
		text = after
	}
}

// segment is a piece of text, or the name of the value that stands there.
type segment struct{ text, name string }

type segments []segment

// Execute puts the values into the text. A value that was not given leaves a visible gap.
func (s segments) Execute(data any) (string, error) {
	given, ok := data.(map[string]any)
	if !ok {
		return "", fmt.Errorf("values of type %T, not a map", data)
	}
	var text strings.Builder
	for _, segment := range s {
		switch value := given[segment.name].(type) {
		case string:
			text.WriteString(segment.text + value)
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
