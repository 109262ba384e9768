package discovery

import (
	"maps"
	"slices"
	"strings"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// List is a place in an answer that may be the list.
type List struct {
	// Path is a JSONPath (RFC 9535) to the list, to its items or to its parts.
	Path string
	// Items are its entries in order.
	Items []any
}

const (
	deepest   = 6   // levels between an answer and a list
	mostLists = 24  // the most lists to propose
	mostParts = 400 // the most items to search for inner lists
)

// Lists returns every list of an answer, the outermost first.
func Lists(document any) []List {
	finder := &finder{}
	finder.look("$", []any{document}, 0)
	depth := func(list List) int { return strings.Count(list.Path, ".") }
	slices.SortStableFunc(finder.found, func(a, b List) int { return depth(a) - depth(b) })
	return finder.found[:min(len(finder.found), mostLists)]
}

type finder struct{ found []List }

// look searches all values that a path selects.
func (f *finder) look(path string, values []any, depth int) {
	if depth > deepest || len(f.found) > 4*mostLists {
		return
	}
	if items, ok := mapping.Parts(values); ok {
		f.found = append(f.found, List{path, items})
		f.inside(path+"[*]", items[:min(len(items), mostParts)], depth+1)
		return
	}
	if items, ok := byClass(values); ok {
		f.found = append(f.found, List{path + ".*", items})
		return
	}
	if records, ok := keyed(values); ok {
		f.found = append(f.found, List{path + ".*", records})
		path, values = path+".*", records
	}
	f.inside(path, values, depth)
}

// inside searches the members of all objects that a path selects. It skips lists of lists.
func (f *finder) inside(path string, values []any, depth int) {
	members := map[string][]any{}
	for _, value := range values {
		object, ok := value.(map[string]any)
		if !ok {
			continue
		}
		for name, member := range object {
			switch member.(type) {
			case map[string]any, []any:
				members[name] = append(members[name], member)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		f.look(path+document.Segment(name), members[name], depth+1)
	}
}

// byClass returns the entries of lists that are members named after classes ([document.Complete]).
func byClass(values []any) (items []any, ok bool) {
	object, _ := only(values).(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		part, isList := object[name].([]any)
		entry, _ := only(part[:min(len(part), 1)]).(map[string]any)
		if !isList || entry[document.Around+"class"] == nil {
			return nil, false
		}
		items = append(items, part...)
	}
	return items, len(items) > 0
}

// only returns the single value of a list, or nil when the list has none or several.
func only(values []any) any {
	if len(values) != 1 {
		return nil
	}
	return values[0]
}

// keyed returns the members of an object that serves as a list: similar objects, each under its id. Under numbers
// they are similar when they have two members in common.
func keyed(values []any) (records []any, ok bool) {
	object, _ := only(values).(map[string]any)
	if len(object) < 2 {
		return nil, false
	}
	var names []string
	for _, id := range slices.Sorted(maps.Keys(object)) {
		record, isObject := object[id].(map[string]any)
		if !isObject || len(record) < 2 {
			return nil, false
		}
		own := slices.Sorted(maps.Keys(record))
		if names != nil && !slices.Equal(names, own) {
			own = slices.DeleteFunc(own, func(name string) bool { return !slices.Contains(names, name) })
			if len(own) < 2 || strings.Trim(id, "0123456789") != "" {
				return nil, false
			}
		}
		names = own
		records = append(records, record)
	}
	return records, true
}

// Items returns the items at the path of a list: those of the selected lists, or the selected values when
// these are not lists.
func Items(document any, path string) ([]any, error) {
	selected, err := mapping.Select(document, path)
	if err != nil {
		return nil, err
	}
	items, _ := mapping.Parts(selected)
	return items, nil
}

// Beside returns the other lists of an answer whose items have the same members as the items of the list at a
// path, and are not in that list. all is a path to all these lists together, when one object holds exactly them.
func Beside(answer any, path string) (lists []List, all string) {
	items, err := Items(answer, path)
	if err != nil || len(items) == 0 {
		return nil, ""
	}
	had := document.Set(items)
	shape := shapeOf(items)
	for _, list := range Lists(answer) {
		isNew := !slices.ContainsFunc(list.Items, func(item any) bool { return had[string(document.JSON(item))] })
		if isNew && shape != "" && shapeOf(list.Items) == shape && len(list.Items) > 0 {
			lists = append(lists, list)
		}
	}
	together, count := around(path), len(items)
	for _, list := range lists {
		if count += len(list.Items); around(list.Path) != together {
			return lists, ""
		}
	}
	if joint, err := Items(answer, together+".*"); len(lists) == 0 || err != nil || len(joint) != count {
		return lists, ""
	}
	return lists, together + ".*"
}

// shapeOf returns the member names of the first item of a list; empty when it is no object.
func shapeOf(items []any) string {
	if len(items) == 0 {
		return ""
	}
	object, _ := items[0].(map[string]any)
	return strings.Join(slices.Sorted(maps.Keys(object)), " ")
}
