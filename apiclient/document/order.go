package document

import (
	"maps"
	"reflect"
	"slices"
)

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
