package mapping

import (
	"errors"
	"fmt"
	"strings"

	"rollbook/apiclient/document"
)

// Item is one entry of a list, its values by field. Read a field with the method for its kind in the table. A field
// that is unknown, absent or unreadable is empty.
type Item map[string]any

// born is a further field of students who have no ids: the day of birth as the list writes it.
const born = "born"

// Problem is a part of a list that could not be read.
type Problem struct {
	// Position is the item's index in the whole list, or -1 for the list itself.
	Position int
	// Field is the path of the field in the mapping.
	Field  string
	Reason string
	// LeftOut is true when the problem keeps the item out of the list.
	LeftOut bool
}

// String describes the problem in one line.
func (p Problem) String() string {
	if p.Position < 0 {
		return p.Reason
	}
	if p.Field == "" {
		return fmt.Sprintf("item %d: %s", p.Position, p.Reason)
	}
	return fmt.Sprintf("item %d, %s: %s", p.Position, p.Field, p.Reason)
}

// Number returns an id above 0, or 0 when it is unknown.
func (i Item) Number(field string) int64 { return valueOf[int64](i, field) }

// Text returns a text as the service writes it, a date YYYY-MM-DD, an id that is only sent back to the
// service, or any JSON value as JSON. It is "" when unknown.
func (i Item) Text(field string) string { return valueOf[string](i, field) }

// Flag returns a truth value, false when unknown.
func (i Item) Flag(field string) bool { return valueOf[bool](i, field) }

func valueOf[T any](i Item, field string) T {
	value, _ := i[field].(T) // zero when the field has another kind
	return value
}

// read reads the fields of an item and reports their problems.
func (c *compiled) read(position int, value any, order *document.Order) (item Item, problems []Problem, usable bool) {
	item, usable = make(Item, len(c.Fields)), true
	if c.call == Students && c.Fields[StudentID] == "" {
		if day := Born(value); day != "" {
			item[born] = day
		}
	}
	note := func(path *document.Path, err error, needed bool) {
		problem := Problem{Position: position, Reason: err.Error(), LeftOut: needed}
		if path != nil {
			problem.Field = path.String()
		}
		problems, usable = append(problems, problem), usable && !needed
	}
	for at, field := range c.fields {
		found := c.paths[at].First(value, order)
		if found == nil && !field.needed {
			continue
		}
		read, err := field.kind(found)
		if err != nil {
			note(c.paths[at], err, field.needed)
			continue
		}
		item[field.name] = read
	}
	for _, one := range c.either {
		if item.isEmpty(one.names[0]) && item.isEmpty(one.names[1]) {
			note(nil, errors.New("no "+one.about), true)
		}
	}
	return item, problems, usable
}

// isEmpty reports whether a field has neither a number nor a text.
func (i Item) isEmpty(field string) bool { return i.Number(field) == 0 && i.Text(field) == "" }

// key returns the same text for items that are the same.
func (c *compiled) key(item Item) string {
	var key strings.Builder
	for _, name := range c.same {
		fmt.Fprintf(&key, "%d %q ", item.Number(name), item.Text(name))
	}
	return key.String()
}

// fill sets empty fields to the requested value when the path names it.
func (c *compiled) fill(item Item, at Place) {
	for _, field := range c.fields {
		if field.placeholder != "" && item.isEmpty(field.name) && strings.Contains(c.Path, field.placeholder) {
			item[field.name] = at.values()[field.placeholder]
		}
	}
}
