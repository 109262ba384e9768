package part

import (
	"strconv"

	"github.com/a-h/templ"
)

// markup is HTML that is put together by hand. Only the parts that a page repeats for every
// student are: templ writes each expression through fmt, which costs a roll of 28
// more than everything else together.
type markup []byte

// raw adds HTML as it stands. It is given constants and numbers only.
func (m markup) raw(html string) markup { return append(m, html...) }

// text adds what people or other systems wrote, escaped; it may stand in an element
// or in an attribute between double quotes.
func (m markup) text(text string) markup { return append(m, templ.EscapeString(text)...) }

func (m markup) number(n int64) markup { return strconv.AppendInt(m, n, 10) }
