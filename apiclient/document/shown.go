package document

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	p := &printer{decoder: decoder}
	if err := p.value(0, true); err != nil {
		const more = 2 // a bracket alone is not JSON yet
		return p.out.String() + "\n...", p.out.Len() >= more
	}
	return p.out.String(), true
}

// printer rewrites JSON with one member a line, in its own order.
type printer struct {
	decoder *json.Decoder
	out     strings.Builder
}

func (p *printer) write(show bool, text string) {
	if show {
		p.out.WriteString(text)
	}
}

func (p *printer) value(depth int, show bool) error {
	token, err := p.decoder.Token()
	if err != nil {
		return err
	}
	open, isOpen := token.(json.Delim)
	if !isOpen {
		p.write(show, quoted(token))
		return nil
	}
	p.write(show, open.String())
	count := 0
	for ; p.decoder.More(); count++ {
		visible := show && depth < shownDepth && (open == '{' || count < shownItems)
		p.write(visible, begin(count, depth+1))
		if open == '{' {
			name, err := p.decoder.Token()
			if err != nil {
				return err
			}
			p.write(visible, quoted(name)+": ")
		}
		if err := p.value(depth+1, visible); err != nil {
			return err
		}
	}
	p.write(show && open == '[' && count > shownItems, begin(1, depth+1)+fmt.Sprintf("... %d more", count-shownItems))
	closing, err := p.decoder.Token()
	if err != nil {
		return err
	}
	p.write(show && count > 0, "\n"+strings.Repeat("  ", depth))
	p.write(show, fmt.Sprint(closing))
	return nil
}

// begin returns the separator and indent before the item at the place.
func begin(place, depth int) string {
	comma := ","
	if place == 0 {
		comma = ""
	}
	return comma + "\n" + strings.Repeat("  ", depth)
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
