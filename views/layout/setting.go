package layout

import (
	"strconv"

	"github.com/a-h/templ"
)

// Setting is a field of a form with settings.
type Setting struct {
	Name, Label, Value string
	// About explains the setting; it may be empty.
	About string
	// Most is the largest number, and Least the smallest; Most is 0 for a time of day, which may be empty.
	Least, Most int
	// Wrong is the sentence about a value that is no such number or time. IsWrong shows it.
	Wrong   string
	IsWrong bool
}

// limits returns the attributes of the setting's field.
func (s *Setting) limits() templ.Attributes {
	if s.Most == 0 {
		return templ.Attributes{"type": "time"}
	}
	return templ.Attributes{
		"type": "number", "min": strconv.Itoa(s.Least), "max": strconv.Itoa(s.Most), "inputmode": "numeric", "required": true,
	}
}
