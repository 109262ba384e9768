package document

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// The limits of a shown document.
const (
	shownItems = 2   // items of a list
	shownText  = 160 // characters of a text
	shownDepth = 12
)

// Shown writes a document for people: one member a line in its own order, lists cut to their first two items
// and long texts to their beginnings. Dots mark a cut. isJSON is false when the text does not begin like
// JSON.
func Shown(text string) (shown string, isJSON bool) {
	order := NewOrder()
	document, err := order.begin([]byte(text))
	if err == nil {
		return order.shown(document, 0, "... %d more"), true
	}
	isEmpty := isSingle(document) || len(order.children(document)) == 0 // a bracket alone is not JSON yet
	return order.shown(document, 0, "...") + "\n...", !isEmpty
}

// shown writes a value. More is the line after the first items of a longer list.
func (o *Order) shown(value any, depth int, more string) string {
	var lines []string
	brackets := "[]"
	switch value := value.(type) {
	case map[string]any:
		brackets = "{}"
		for _, name := range o.of(value) {
			lines = append(lines, quoted(name)+": "+o.shown(value[name], depth+1, more))
		}
	case []any:
		for _, item := range value[:min(len(value), shownItems)] {
			lines = append(lines, o.shown(item, depth+1, more))
		}
		if rest := len(value) - shownItems; rest > 0 {
			lines = append(lines, strings.Replace(more, "%d", strconv.Itoa(rest), 1))
		}
	default:
		return quoted(value)
	}
	switch indent := "\n" + strings.Repeat("  ", depth); {
	case len(lines) == 0:
		return brackets
	case depth == shownDepth:
		return "..."
	default:
		return brackets[:1] + indent + "  " + strings.Join(lines, ","+indent+"  ") + indent + brackets[1:]
	}
}

// quoted writes a name or a single value.
func quoted(value any) string {
	if text, _ := value.(string); len([]rune(text)) > shownText {
		value = string([]rune(text)[:shownText]) + "..."
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(value) != nil {
		return `""` // cannot be: it was read from JSON
	}
	return strings.TrimSuffix(out.String(), "\n")
}
