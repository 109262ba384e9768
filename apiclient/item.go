package apiclient

import (
	"encoding/json"
	"fmt"
)

// item is one entry of a list while its fields are read. It collects what is wrong with them.
type item struct {
	position int
	value    any
	order    *order
	problems []Problem
	unusable bool
}

// Problem is something in a list that could not be read.
type Problem struct {
	// Position is the item's place in the whole list, from 0, or -1 for the list itself.
	Position int `json:"position"`
	// Field is the path of the field, as the mapping has it.
	Field  string `json:"field,omitempty"`
	Reason string `json:"reason"`
	// LeftOut tells that the item is not in the list because of this.
	LeftOut bool `json:"leftOut,omitempty"`
}

// String tells the problem in one line.
func (p Problem) String() string {
	if p.Position < 0 {
		return p.Reason
	}
	if p.Field == "" {
		return fmt.Sprintf("item %d: %s", p.Position, p.Reason)
	}
	return fmt.Sprintf("item %d, %s: %s", p.Position, p.Field, p.Reason)
}

func (i *item) note(field *selector, err error, needed bool) {
	problem := Problem{Position: i.position, Reason: err.Error(), LeftOut: needed}
	if field != nil {
		problem.Field = field.source
	}
	i.problems = append(i.problems, problem)
	i.unusable = i.unusable || needed
}

// neededField reads a field without which the item cannot be used.
func neededField[T any](i *item, field *selector, read func(any) (T, error)) T {
	value, err := read(field.first(i.value, i.order))
	if err != nil {
		i.note(field, err, true)
	}
	return value
}

// optionalField reads a field that may be absent; unreadable, it is noted and left empty.
func optionalField[T any](i *item, field *selector, read func(any) (T, error)) T {
	var none T
	found := field.first(i.value, i.order)
	if found == nil {
		return none
	}
	value, err := read(found)
	if err != nil {
		i.note(field, err, false)
		return none
	}
	return value
}

func optionalJSON(i *item, field *selector) json.RawMessage {
	return jsonOf(field.first(i.value, i.order))
}
