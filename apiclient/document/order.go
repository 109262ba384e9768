package document

import (
	"maps"
	"reflect"
	"slices"
)

// Order is the order in which the members of objects stood in an answer. Go's maps forget it, and a
// list that is an object keyed by id, such as {"12": {...}, "3": {...}}, would come in another order
// at every reading. The nil Order knows nothing.
type Order struct {
	names map[uintptr][]string
	// kept are the documents that were noted: while they are there, no other map has the address of one
	// of theirs.
	kept []any
}

// NewOrder knows the order of no document yet.
func NewOrder() *Order { return &Order{names: map[uintptr][]string{}} }

// Note takes in a document and the JSON that it was decoded from.
func (o *Order) Note(document any, body []byte) {
	o.kept = append(o.kept, document)
	reading := orderReading{Order: o, cursor: cursor{data: WithoutByteOrderMark(body)}}
	reading.value(document)
}

// children are the values inside a value: of an array its elements, of an object its members as they
// stood in the answer, or in the order of their names where that is not known.
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

// orderReading goes once over JSON that is known to be valid, beside what was decoded from it. Of two
// members with one name the last was decoded; beside the first one it may then meet a value of
// another kind, and goes on without it.
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

// once leaves out the names that came before.
func once(names []string) []string {
	seen := make(map[string]bool, len(names))
	return slices.DeleteFunc(names, func(name string) bool {
		twice := seen[name]
		seen[name] = true
		return twice
	})
}
