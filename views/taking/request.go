package taking

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// RequestView shows the exact requests of a save, and the exact answers.
type RequestView struct {
	layout.Page
	Token roll.Token
	Calls []Call
}

// Call is one request to the school system. Rollbook has masked its secret values.
type Call struct {
	// Clock is the time when Rollbook sent it, as Words.Clock writes it; Span is the time until the reply, as
	// Words.Span writes it.
	Clock, Span string
	roll.Exchange
}

// request returns the call as sent, with its body indented and its headers by name: their order is not stored.
func (c Call) request(w *language.Words) string {
	text := c.Method + " " + c.URL + "\n"
	for _, name := range slices.Sorted(maps.Keys(c.RequestHeader)) {
		for _, value := range c.RequestHeader[name] {
			text += name + ": " + value + "\n"
		}
	}
	return text + "\n" + shown(c.RequestBody, w)
}

func (c Call) answer(w *language.Words) string {
	return c.StatusLine() + "\n\n" + shown(c.ResponseBody, w)
}

// shown returns the stored beginning of a body, with a note if the body was longer.
func shown(body roll.Excerpt, w *language.Words) string {
	if body.Truncated {
		return body.Text + "\n" + w.Text("story.cut")
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, []byte(body.Text), "", "  "); err != nil {
		return body.Text
	}
	return indented.String()
}
