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
	twice map[uintptr]bool
	// kept keeps the documents alive, so that no new map gets the address of one of their maps.
	kept []any
}

// NewOrder returns an Order without documents.
func NewOrder() *Order { return &Order{names: map[uintptr][]string{}, twice: map[uintptr]bool{}} }

// Repeats reports whether two members of an object had the same name.
func (o *Order) Repeats(object map[string]any) bool { return o.twice[addressOf(object)] }

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
