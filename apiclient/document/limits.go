package document

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// The limits of a document. A list of 5,000 students with 60 facts each has 300,000 values and 60 names.
const (
	// MaxValues limits the values: [1,1,1,... would need fifty times its size in memory.
	MaxValues = 400_000
	// MaxNames limits the different names of members. An object keyed by id has one for each entry.
	MaxNames = 20_000
	// MaxDepth limits the lists and objects inside each other.
	MaxDepth = 64
	// MaxName, MaxText and MaxNumber limit the bytes of one name, text and number. A text can hold a photograph.
	MaxName   = 1000
	MaxText   = 1 << 20
	MaxNumber = 100
)

// ErrTooLarge refuses a document that exceeds one of the limits.
var ErrTooLarge = errors.New("the document is too large")

// measure refuses a document beyond the limits. It reads the bytes once and needs memory only for the names. Text
// that is not JSON passes, or is refused for its size.
func measure(body []byte) error {
	values, depth, names := 1, 0, make(map[string]struct{})
	for at := 0; at < len(body); at++ {
		switch sign := body[at]; sign {
		case '"':
			end := min(endOfText(body, at)+1, len(body))
			most := MaxText
			if isName(body[end:]) {
				most = MaxName
				name := body[at:min(end, at+MaxName)]
				if _, known := names[string(name)]; !known {
					names[string(name)] = struct{}{}
				}
			}
			if end-at > most {
				return fmt.Errorf("%w: a name or text of more than %d bytes", ErrTooLarge, most)
			}
			at = end - 1
		case '[', '{':
			depth++
			values++
		case ']', '}':
			depth--
		case ',':
			values++
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			end := endOfNumber(body, at)
			if end-at > MaxNumber {
				return fmt.Errorf("%w: a number of more than %d characters", ErrTooLarge, MaxNumber)
			}
			at = end - 1
		}
		switch {
		case values > MaxValues:
			return fmt.Errorf("%w: more than %d values", ErrTooLarge, MaxValues)
		case depth > MaxDepth:
			return fmt.Errorf("%w: more than %d levels", ErrTooLarge, MaxDepth)
		case len(names) > MaxNames:
			return fmt.Errorf("%w: more than %d different names", ErrTooLarge, MaxNames)
		}
	}
	return nil
}

// isName reports whether the text before the rest is the name of a member.
func isName(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return len(rest) > 0 && rest[0] == ':'
}

func endOfNumber(body []byte, at int) int {
	for at < len(body) && strings.IndexByte("0123456789.eE+-", body[at]) >= 0 {
		at++
	}
	return at
}

// endOfText returns the end of the string that begins at the quotation mark.
func endOfText(data []byte, begin int) int {
	for at := begin + 1; at < len(data); at++ {
		switch data[at] {
		case '\\':
			at++
		case '"':
			return at
		}
	}
	return len(data)
}
