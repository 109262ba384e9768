package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
)

var errNameTwice = errors.New("two members have the same name")

// Members reads an object into the empty map, with exact names: encoding/json would take studentid for studentId of a
// struct. It refuses two members of one name.
func Members(object []byte, into map[string]json.RawMessage) error {
	if err := json.Unmarshal(object, &into); err != nil {
		return err
	}
	depth, members := 0, 0
	for at := 0; at < len(object); at++ {
		switch object[at] {
		case '"':
			at = endOfText(object, at)
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case ':':
			if depth == 1 {
				members++
			}
		}
	}
	if members != len(into) {
		return errNameTwice
	}
	return nil
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
	decoder := json.NewDecoder(bytes.NewReader(WithoutByteOrderMark(body)))
	decoder.UseNumber()
	o.note(decoder, document)
}

// note walks over JSON and its decoded value together. Of two members with one name only the last was decoded: beside
// the first one the walk may meet a value of another kind, and continues without it.
func (o *Order) note(decoder *json.Decoder, decoded any) {
	token, _ := decoder.Token() // it was read before without an error
	switch token {
	case json.Delim('['):
		array, _ := decoded.([]any)
		for i := 0; decoder.More(); i++ {
			var element any
			if i < len(array) {
				element = array[i]
			}
			o.note(decoder, element)
		}
	case json.Delim('{'):
		object, _ := decoded.(map[string]any)
		var names []string
		noted := make(map[string]bool, len(object))
		for decoder.More() {
			token, _ := decoder.Token()
			name, _ := token.(string)
			if !noted[name] {
				names, noted[name] = append(names, name), true
			}
			o.note(decoder, object[name])
		}
		if len(object) > 1 {
			o.names[addressOf(object)] = names
		}
	default:
		return
	}
	_, _ = decoder.Token()
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
