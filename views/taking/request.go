package taking

import (
	"bytes"
	"encoding/json"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// RequestView shows the exact requests of a save, and the exact answers.
type RequestView struct {
	layout.Page
	Token roll.Token
	Calls []Call
}

// Call is one request to the school system.
type Call struct {
	// Clock is the time when Rollbook sent it, as Words.Clock writes it.
	Clock string
	// Method and Address are those of the request line, the address in full.
	Method, Address string
	// Headers are in the order sent; the handler has masked secret values.
	Headers []Header
	// Body holds the bytes sent.
	Body string
	// Answered is false if no reply came.
	Answered bool
	// Status is the reply's status line, such as "200 OK"; Took is the time until the reply, as Words.Span
	// writes it.
	Status, Took string
	// Reply holds the bytes received, shortened and redacted.
	Reply string
}

// Header is one HTTP header.
type Header struct{ Name, Value string }

// pretty indents JSON without changing its numbers; it returns other text unchanged.
func pretty(text string) string {
	var indented bytes.Buffer
	if err := json.Indent(&indented, []byte(text), "", "  "); err != nil {
		return text
	}
	return indented.String()
}

// request returns the call as sent, with its body indented.
func (c Call) request() string {
	text := c.Method + " " + c.Address + "\n"
	for _, header := range c.Headers {
		text += header.Name + ": " + header.Value + "\n"
	}
	return text + "\n" + pretty(c.Body)
}

func (c Call) answer() string { return c.Status + "\n\n" + pretty(c.Reply) }
