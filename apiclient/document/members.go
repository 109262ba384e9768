package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
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

// Order records the order of members in the objects of an answer. Go's maps lose it, and a list that is an
// object keyed by id, such as {"12": {...}, "3": {...}}, would change its order at every reading. The nil
// Order is empty.
type Order struct {
	names map[uintptr][]string
	// kept keeps the noted documents alive, so that no new map gets the address of one of their maps.
	kept []any
}

// NewOrder returns an Order without documents.
func NewOrder() *Order { return &Order{names: map[uintptr][]string{}} }

// Note records the order of a document from the JSON that it was decoded from.
func (o *Order) Note(document any, body []byte) {
	o.kept = append(o.kept, document)
	reading := orderReading{Order: o, cursor: cursor{data: WithoutByteOrderMark(body)}}
	reading.value(document)
}

// children returns the values inside a value: the elements of an array, or the members of an object in their
// recorded order, sorted by name when that is unknown.
func (o *Order) children(value any) []any {
	object, ok := value.(map[string]any)
	if !ok {
		array, _ := value.([]any)
		return array
	}
	names := o.of(object)
	values := make([]any, len(names))
	for i, name := range names {
		values[i] = object[name]
	}
	return values
}

func (o *Order) of(object map[string]any) []string {
	if o != nil {
		if names := o.names[addressOf(object)]; len(names) == len(object) {
			return names
		}
	}
	return slices.Sorted(maps.Keys(object))
}

func addressOf(object map[string]any) uintptr { return reflect.ValueOf(object).Pointer() }

// orderReading walks once over valid JSON and its decoded value together. Of two members with one name only
// the last was decoded: beside the first one the walk may meet a value of another kind, and continues without
// it.
type orderReading struct {
	*Order
	cursor
}

func (r *orderReading) value(decoded any) {
	if !r.more() {
		return
	}
	switch r.data[r.at] {
	case '{':
		object, _ := decoded.(map[string]any)
		r.object(object)
	case '[':
		array, _ := decoded.([]any)
		r.at++
		for i := 0; r.more(); i++ {
			var element any
			if i < len(array) {
				element = array[i]
			}
			r.value(element)
		}
		r.at++
	default:
		r.cursor.value()
	}
}

func (r *orderReading) object(object map[string]any) {
	names := make([]string, 0, len(object))
	r.at++
	for r.more() {
		name := PlainText(r.cursor.value())
		names = append(names, name)
		r.value(object[name])
	}
	r.at++
	if len(names) > len(object) {
		names = once(names)
	}
	if len(object) > 1 {
		r.names[addressOf(object)] = names
	}
}

// once removes repeated names.
func once(names []string) []string {
	seen := make(map[string]bool, len(names))
	return slices.DeleteFunc(names, func(name string) bool {
		twice := seen[name]
		seen[name] = true
		return twice
	})
}
