package document

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Around begins the name of the member in which [Complete] gives an entry the values around its list.
const Around = "^"

// Complete puts into each entry of a decoded answer what the answer says of it elsewhere, so that a path inside the
// entry leads there:
//
//   - of columns and rows apart, or of rows below a row of headings, each row becomes an object by the names of the
//     columns; without names these are called by their place, such as "column 2 of 5": a row of another width is
//     then not read as if its cells had moved;
//   - an identifier among the relationships of JSON:API (version 1.1, section 7.2.4) gets the attributes that
//     stand under "included";
//   - an entry of a list inside another entry gets that entry's single values, under ^ and the name of the outer
//     list: of {"classes": [{"name": "8A", "students": [{}]}]} a student gets {"^classes": {"name": "8A"}};
//   - an entry of lists that stand under the names of classes, such as {"8A": [{}], "8B": [{}]}, gets
//     {"^class": {"name": "8A"}}.
//
// Objects are changed where they are; the answer itself is returned, or what takes its place.
func Complete(decoded any) any {
	decoded = tabled(decoded)
	relate(decoded)
	surround(decoded, "", nil, 0)
	return decoded
}

// deepestComplete limits how deep an answer is looked through.
const deepestComplete = 12

// tabled returns the value with its rows as objects.
func tabled(value any) any { return tabledAt(value, 0) }

func tabledAt(value any, depth int) any {
	if depth > deepestComplete {
		return value
	}
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			rows, isList := member.([]any)
			if width := widthOf(rows); isList && width > 0 {
				if columns := columnsIn(value, width); columns != nil {
					value[name] = objects(columns, rows)
					continue
				}
			}
			value[name] = tabledAt(member, depth+1)
		}
	case []any:
		if columns := names(first(value), widthOf(value)); columns != nil && isHeading(columns, value[1:]) {
			return objects(columns, value[1:])
		}
		for at, row := range value {
			if cells, isRow := row.([]any); isRow {
				value[at] = objects(places(len(cells)), []any{row})[0]
			}
		}
	}
	return value
}

// isHeading tells whether the names are those of columns, not the first of the rows themselves: some column has
// digits in every row, and none in its name.
func isHeading(names []string, rows []any) bool {
	hasDigit := func(value any) bool { return strings.ContainsAny(fmt.Sprint(value), "0123456789") }
	for column, name := range names {
		isText := func(row any) bool {
			cells, _ := row.([]any)
			return !hasDigit(cells[column])
		}
		if len(rows) > 0 && !hasDigit(name) && !slices.ContainsFunc(rows, isText) {
			return true
		}
	}
	return false
}

// places names so many columns that have no names.
func places(width int) []string {
	columns := make([]string, width)
	for at := range columns {
		columns[at] = fmt.Sprintf("column %d of %d", at+1, width)
	}
	return columns
}

func first(values []any) any {
	if len(values) == 0 {
		return nil
	}
	return values[0]
}

// widthOf returns the length that all rows have; 0 where they are no rows of one length above 1.
func widthOf(rows []any) int {
	width := 0
	for at, row := range rows {
		cells, isRow := row.([]any)
		if !isRow || len(cells) < 2 || at > 0 && len(cells) != width {
			return 0
		}
		width = len(cells)
	}
	return width
}

// columnsIn finds the names of as many columns in a list that stands in the object.
func columnsIn(object map[string]any, width int) []string {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if columns := names(object[name], width); columns != nil {
			return columns
		}
	}
	return nil
}

// names reads a list of so many different names: texts, or objects that have one.
func names(value any, width int) []string {
	list, isList := value.([]any)
	if !isList || len(list) != width || width == 0 {
		return nil
	}
	var found []string
	for _, one := range list {
		name, _ := one.(string)
		if object, isObject := one.(map[string]any); isObject {
			for _, member := range []string{"name", "key", "field", "id", "title", "label"} {
				if text, isText := object[member].(string); isText && name == "" {
					name = text
				}
			}
		}
		if name == "" || json.Valid([]byte(name)) || slices.Contains(found, name) {
			return nil
		}
		found = append(found, name)
	}
	return found
}

func objects(columns []string, rows []any) []any {
	all := make([]any, len(rows))
	for at, row := range rows {
		cells, _ := row.([]any)
		object := make(map[string]any, len(columns))
		for column, cell := range cells {
			object[columns[column]] = cell
		}
		all[at] = object
	}
	return all
}

// identity is the pair of type and id by which JSON:API names a resource.
type identity struct{ kind, id any }

// relate gives the identifiers of an answer in JSON:API the attributes of what is included.
func relate(decoded any) {
	answer, _ := decoded.(map[string]any)
	included, _ := answer["included"].([]any)
	if len(included) == 0 {
		return
	}
	known := map[identity]any{}
	for _, one := range included {
		if resource, isObject := one.(map[string]any); isObject && isSingle(resource["type"]) && isSingle(resource["id"]) {
			known[identity{resource["type"], resource["id"]}] = resource["attributes"]
		}
	}
	resources, _ := answer["data"].([]any)
	for _, one := range resources {
		resource, _ := one.(map[string]any)
		relationships, _ := resource["relationships"].(map[string]any)
		for _, relationship := range relationships {
			linked, _ := relationship.(map[string]any)
			ends, isList := linked["data"].([]any)
			if !isList {
				ends = []any{linked["data"]}
			}
			for _, end := range ends {
				identifier, _ := end.(map[string]any)
				if identifier == nil || !isSingle(identifier["type"]) || !isSingle(identifier["id"]) {
					continue
				}
				if attributes := known[identity{identifier["type"], identifier["id"]}]; attributes != nil {
					identifier["attributes"] = attributes
				}
			}
		}
	}
}

// isSingle tells whether a value is neither list nor object.
func isSingle(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// surround gives the entries of lists the values that stand around them. Name is the name under which the value
// stands; entry holds the members that the value's own entries get.
func surround(value any, name string, entry map[string]any, depth int) {
	if depth > deepestComplete {
		return
	}
	switch value := value.(type) {
	case []any:
		for _, one := range value {
			object, isObject := one.(map[string]any)
			if !isObject {
				continue
			}
			surroundInside(object, name, depth)
			if entry != nil {
				maps.Copy(object, entry)
			}
		}
	case map[string]any:
		byClass := isByClass(value)
		for member, inside := range value {
			if byClass {
				surround(inside, member, map[string]any{Around + "class": map[string]any{"name": member}}, depth+1)
				continue
			}
			surround(inside, member, nil, depth+1)
		}
	}
}

// surroundInside gives the entries of lists inside an entry, also one object further in, that entry's single values.
func surroundInside(object map[string]any, name string, depth int) {
	var around map[string]any
	give := func(list any, named string) {
		if _, isList := list.([]any); !isList {
			return
		}
		if around == nil {
			around = map[string]any{Around + name: singles(object)}
		}
		surround(list, named, around, depth+1)
	}
	for member, inside := range object {
		give(inside, member)
		further, _ := inside.(map[string]any)
		for member, list := range further {
			give(list, member)
		}
	}
}

// singles are the members of an object that are neither lists nor objects.
func singles(object map[string]any) map[string]any {
	kept := map[string]any{}
	for member, value := range object {
		if isSingle(value) {
			kept[member] = value
		}
	}
	return kept
}

// isByClass tells whether an object has nothing but lists of alike objects, under names as classes have them.
func isByClass(object map[string]any) bool {
	var shape []string
	numbered := false
	for name, member := range object {
		list, _ := member.([]any)
		entry, isObject := first(list).(map[string]any)
		if !isObject {
			return false
		}
		own := slices.Sorted(maps.Keys(entry))
		if shape != nil && !slices.Equal(shape, own) {
			return false
		}
		shape, numbered = own, numbered || strings.ContainsAny(name, "0123456789")
	}
	return len(object) > 1 && numbered
}
