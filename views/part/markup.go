package part

import (
	"strconv"

	"github.com/a-h/templ"
)

// markup is HTML that Go code concatenates. Only the parts that a page repeats for every student use it:
// templ writes each expression through fmt, which costs more for a roll of 28 than the whole rest of the
// page.
type markup []byte

// raw appends HTML unchanged. Callers pass only constants and numbers.
func (m markup) raw(html string) markup { return append(m, html...) }

// text appends untrusted text, escaped for an element or for an attribute between double quotes.
func (m markup) text(text string) markup { return append(m, templ.EscapeString(text)...) }

func (m markup) number(n int64) markup { return strconv.AppendInt(m, n, 10) }
