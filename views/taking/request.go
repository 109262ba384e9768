package taking

import (
	"bytes"
	"encoding/json"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// RequestView shows exactly what was sent for a save, and exactly what was answered.
type RequestView struct {
	layout.Page
	Token roll.Token
	Calls []Call
}

// Call is one request to the school system.
type Call struct {
	// Clock is the time at which it was sent, as Words.Clock writes it.
	Clock string
	// Method and Address are the request line's, the address in full.
	Method, Address string
	// Headers are in the order sent; secret values are masked before they get here.
	Headers []Header
	// Body is the bytes sent.
	Body string
	// Answered is false when no reply came.
	Answered bool
	// Status is the reply's status line, such as "200 OK"; Took is the time that the reply took, as
	// Words.Span writes it.
	Status, Took string
	// Reply is the bytes received, capped and redacted.
	Reply string
}

// Header is one HTTP header.
type Header struct{ Name, Value string }

// pretty indents JSON without touching its numbers; anything else stays as it is.
func pretty(text string) string {
	var indented bytes.Buffer
	if err := json.Indent(&indented, []byte(text), "", "  "); err != nil {
		return text
	}
	return indented.String()
}

// request is the call as it went over the wire, its body indented.
func (c Call) request() string {
	text := c.Method + " " + c.Address + "\n"
	for _, header := range c.Headers {
		text += header.Name + ": " + header.Value + "\n"
	}
	return text + "\n" + pretty(c.Body)
}

func (c Call) answer() string { return c.Status + "\n\n" + pretty(c.Reply) }
