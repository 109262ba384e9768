package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

var errNameTwice = errors.New("two members have the same name")

// Elements calls each with every element of an array of valid JSON.
func Elements(array []byte, each func(json.RawMessage) error) error {
	for c := inside(array); c.more(); {
		if err := each(c.value()); err != nil {
			return err
		}
	}
	return nil
}

// Members reads an object of valid JSON into the empty map, with exact names: encoding/json would take
// studentid for studentId and the last of two equal names. It refuses two members of one name. The values are
// slices of the object.
func Members(object []byte, into map[string]json.RawMessage) error {
	for c := inside(object); c.more(); {
		name := PlainText(c.value())
		c.more()
		if _, twice := into[name]; twice {
			return errNameTwice
		}
		into[name] = c.value()
	}
	return nil
}

// PlainText returns the text of a string of valid JSON.
func PlainText(raw []byte) string {
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner)
	}
	var text string
	_ = json.Unmarshal(raw, &text) // A valid string is always read.
	return text
}

// cursor walks over the parts of an array or object of valid JSON.
type cursor struct {
	data []byte
	at   int
}

func inside(arrayOrObject []byte) cursor { return cursor{trimmed(arrayOrObject), 1} }

// BeginsWith reports whether a value of valid JSON begins with the sign.
func BeginsWith(value []byte, sign byte) bool { return trimmed(value)[0] == sign }

// trimmed returns the value without surrounding white space (RFC 8259, section 2).
func trimmed(value []byte) []byte { return bytes.Trim(value, " \t\r\n") }

// more moves to the next part. It returns false when there is none.
func (c *cursor) more() bool {
	for c.at < len(c.data) {
		switch c.data[c.at] {
		case ' ', '\t', '\r', '\n', ',', ':':
			c.at++
		case ']', '}':
			return false
		default:
			return true
		}
	}
	return false
}

// value returns the part at the cursor and moves behind it.
func (c *cursor) value() json.RawMessage {
	begin, depth := c.at, 0
	for ; c.at < len(c.data); c.at++ {
		switch c.data[c.at] {
		case '"':
			c.at = endOfText(c.data, c.at)
		case '[', '{':
			depth++
		case ']', '}', ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return c.data[begin:c.at]
			}
			if c.data[c.at] != ']' && c.data[c.at] != '}' {
				continue
			}
			depth--
		default:
			continue
		}
		if depth == 0 {
			c.at++
			break
		}
	}
	return c.data[begin:c.at]
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
