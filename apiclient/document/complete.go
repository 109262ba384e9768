package document

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Around is the prefix of the member under which [Complete] stores the values from around a list.
const Around = "^"

// Complete copies into each entry of a decoded answer the facts about it that stand elsewhere in the answer,
// so that a path inside the entry reaches them:
//
//   - Where columns and rows are separate, or rows follow a row of headings, each row becomes an object
//     keyed by column name. Columns without names are numbered, such as "column 2 of 5", so that a row of
//     another width is not misread.
//   - An identifier among the relationships of JSON:API (version 1.1, section 7.2.4) gets the attributes
//     found under "included".
//   - An entry of a list inside another entry gets that entry's single values, under ^ and the name of the
//     outer list: in {"classes": [{"name": "8A", "students": [{}]}]} a student gets {"^classes": {"name":
//     "8A"}}.
//   - An object that stands alone where the other entries of its list have a list becomes a list of one.
//   - An entry of lists named after classes, such as {"8A": [{}], "8B": [{}]} or {"8A": {"students": [{}]},
//     "8B": {"students": [{}]}}, gets {"^class": {"name": "8A"}}.
//
// Complete changes objects in place. It returns the answer itself or its replacement.
func Complete(decoded any) any {
	decoded = tabled(decoded, 0)
	relate(decoded)
	surround(decoded, "", nil, 0)
	return decoded
}

// The limits of what Complete reads: how deep, the columns of a row, and the values around a list.
const (
	deepestComplete = 12
	mostColumns     = 1000
	mostAround      = 500
)

// tabled returns the value with its rows turned into objects.
func tabled(value any, depth int) any {
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
			value[name] = tabled(member, depth+1)
		}
	case []any:
		if columns := names(first(value), widthOf(value)); columns != nil && isHeading(columns, value[1:]) {
			return objects(columns, value[1:])
		}
		for at, row := range value {
			if cells, isRow := row.([]any); isRow && len(cells) <= mostColumns {
				value[at] = objects(places(len(cells)), []any{row})[0]
			}
		}
	}
	return value
}

// isHeading reports whether the first row contains column names: some column has digits in every row but not
// in its name.
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

// places returns names for width columns without names.
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

// widthOf returns the common length of all rows, or 0 when they are not rows of one length above 1.
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

// columnsIn finds a list of width column names in the object.
func columnsIn(object map[string]any, width int) []string {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if columns := names(object[name], width); columns != nil {
			return columns
		}
	}
	return nil
}

// names returns width different names from a list of texts or of objects with a name, else nil.
func names(value any, width int) []string {
	list, isList := value.([]any)
	if !isList || len(list) != width || width == 0 || width > mostColumns {
		return nil
	}
	var found []string
	taken := make(map[string]bool, width)
	for _, one := range list {
		name, _ := one.(string)
		if object, isObject := one.(map[string]any); isObject {
			for _, member := range []string{"name", "key", "field", "id", "title", "label"} {
				if text, isText := object[member].(string); isText && name == "" {
					name = text
				}
			}
		}
		if name == "" || json.Valid([]byte(name)) || taken[name] {
			return nil
		}
		found, taken[name] = append(found, name), true
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

// identity is a resource's type and id (JSON:API).
type identity struct{ kind, id any }

// identityOf returns a resource, or a link to one, with its identity, or false.
func identityOf(value any) (object map[string]any, of identity, isResource bool) {
	object, isObject := value.(map[string]any)
	of = identity{object["type"], object["id"]}
	return object, of, isObject && isSingle(of.kind) && isSingle(of.id)
}

// relate copies the attributes of included resources into their identifiers (JSON:API).
func relate(decoded any) {
	answer, _ := decoded.(map[string]any)
	if answer["included"] == nil {
		return
	}
	at := func(places string) []any {
		path, _ := NewPath(places) // it is one of those below
		return path.All(decoded, nil)
	}
	known := map[identity]any{}
	for _, one := range at("$.included[*]") {
		if resource, of, isResource := identityOf(one); isResource {
			known[of] = resource["attributes"]
		}
	}
	const links = "$.data[*].relationships[*].data"
	for _, one := range slices.Concat(at(links), at(links+"[*]")) {
		if link, of, isLink := identityOf(one); isLink && known[of] != nil {
			link["attributes"] = known[of]
		}
	}
}

// isSingle reports whether a value is neither list nor object.
func isSingle(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// surround copies into the entries of lists the values from around them. Name is the name of the value; entry
// holds the members that its entries receive.
func surround(value any, name string, entry map[string]any, depth int) {
	if depth > deepestComplete {
		return
	}
	switch value := value.(type) {
	case []any:
		lone(value)
		for _, one := range value {
			object, isObject := one.(map[string]any)
			if !isObject {
				continue
			}
			maps.Copy(object, entry)
			surroundInside(object, name, depth)
		}
	case map[string]any:
		byClass := isByClass(value)
		for member, inside := range value {
			if byClass {
				surround(inside, member, map[string]any{Around + "class": map[string]any{"name": member}}, depth+1)
				continue
			}
			surround(inside, member, entry, depth+1)
		}
	}
}

// lone puts a single object into a list of one where other entries have a list under the same name: programs
// that convert XML to JSON write a list of one that way.
func lone(entries []any) {
	lists := map[string]bool{}
	for _, one := range entries {
		object, _ := one.(map[string]any)
		for member, value := range object {
			if _, isList := value.([]any); isList {
				lists[member] = true
			}
		}
	}
	for _, one := range entries {
		object, _ := one.(map[string]any)
		for member, value := range object {
			if alone, isObject := value.(map[string]any); isObject && lists[member] {
				object[member] = []any{alone}
			}
		}
	}
}

// surroundInside copies an entry's single values into the entries of the lists inside it, also one object
// deeper.
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
		if strings.HasPrefix(member, Around) {
			continue // it repeats an enclosing entry
		}
		further, _ := inside.(map[string]any)
		for member, list := range further {
			give(list, member)
		}
	}
}

// singles returns the members of an object that are neither lists nor objects, and the values around the object. It
// returns none for an object with more than describe a list.
func singles(object map[string]any) map[string]any {
	kept := map[string]any{}
	for member, value := range object {
		if isSingle(value) || strings.HasPrefix(member, Around) {
			kept[member] = value
		}
	}
	if len(kept) > mostAround {
		return nil
	}
	return kept
}

// listIn returns a list, or the only list in an object.
func listIn(value any) []any {
	list, _ := value.([]any)
	object, _ := value.(map[string]any)
	for _, member := range object {
		inside, isList := member.([]any)
		if isList && list != nil {
			return nil
		}
		if isList {
			list = inside
		}
	}
	return list
}

// isByClass reports whether an object contains only lists of similar objects, or objects around one such list, under
// names that look like classes.
func isByClass(object map[string]any) bool {
	var shape []string
	numbered := false
	for name, member := range object {
		entry, isObject := first(listIn(member)).(map[string]any)
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
