package apiclient

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// The most that is shown of an answer.
const (
	prettyInput  = 64 << 10 // bytes that are looked at
	prettyOutput = 8 << 10  // bytes that are shown
	prettyItems  = 2        // items of a list
	prettyText   = 160      // characters of a text
	prettyDepth  = 12
)

// pretty is a body for people. The key is taken out before and after, since JSON can spell it in more
// ways than one.
func (r redactor) pretty(body []byte) string {
	shown := withoutByteOrderMark(body)
	cut := len(shown) > prettyInput
	text, _ := r.cut(string(shown[:min(len(shown), prettyInput)]), prettyInput, cut)
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	p := &printer{decoder: decoder}
	if err := p.value(0, true); err != nil {
		if p.out.Len() < 2 { // no JSON at all
			text, _ = r.cut(text, prettyOutput, cut)
			return text
		}
		p.out.WriteString("\n...")
	}
	text, cut = r.cut(p.out.String(), prettyOutput, false)
	if cut {
		text += "\n..."
	}
	return text
}

// printer writes JSON again, one member a line and in the order in which it came.
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
	switch token := token.(type) {
	case json.Delim:
		return p.inside(token, depth+1, show)
	case string:
		p.write(show, quoted(token))
	case nil:
		p.write(show, "null")
	default:
		p.write(show, fmt.Sprint(token))
	}
	return nil
}

// inside writes an object or a list after its opening bracket.
func (p *printer) inside(open json.Delim, depth int, show bool) error {
	p.write(show, open.String())
	count := 0
	for ; p.decoder.More(); count++ {
		visible := show && depth <= prettyDepth && (open == '{' || count < prettyItems)
		if visible {
			p.out.WriteString(begin(count, depth))
		}
		if open == '{' {
			name, err := p.decoder.Token()
			if err != nil {
				return err
			}
			p.write(visible, quoted(fmt.Sprint(name))+": ")
		}
		if err := p.value(depth, visible); err != nil {
			return err
		}
	}
	if show && open == '[' && count > prettyItems {
		p.out.WriteString(begin(1, depth) + fmt.Sprintf("... %d more", count-prettyItems))
	}
	closing, err := p.decoder.Token()
	if err != nil {
		return err
	}
	if show && count > 0 {
		p.out.WriteString("\n" + strings.Repeat("  ", depth-1))
	}
	p.write(show, fmt.Sprint(closing))
	return nil
}

// begin is what stands before the item at the place.
func begin(place, depth int) string {
	comma := ","
	if place == 0 {
		comma = ""
	}
	return comma + "\n" + strings.Repeat("  ", depth)
}

func quoted(text string) string {
	if runes := []rune(text); len(runes) > prettyText {
		text = string(runes[:prettyText]) + "..."
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) != nil {
		return `""` // cannot be: it is a string
	}
	return strings.TrimSuffix(out.String(), "\n")
}
