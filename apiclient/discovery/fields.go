package discovery

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"

	"rollbook/apiclient/document"
)

// Field is a place in the items of a list, with the values that stand there.
type Field struct {
	// Path is a JSONPath inside an item.
	Path string
	// Sample is one of the values, for people.
	Sample string

	name, joined string   // folded: the member's own name, and joined with the enclosing object's
	names        []string // folded: the names of all members on the way
	bare         bool     // no enclosing object names the topic of the field
	outer        bool     // outside the item, copied in from around the list
	inForeign    bool     // inside an object about another person or an earlier time
	foreign      bool     // about another person than the student, such as a parent
	seen         int      // the number of items read
	values       []any    // the values that are present
}

const (
	looked      = 200 // the most items to read
	deepestItem = 5   // the deepest object inside an item
	mostFields  = 80
	// mostCollected limits the fields of all items together, before they are sorted.
	mostCollected = 1000
)

// Fields returns the places of a list's items that contain a single value, sorted by path, those of the item
// itself first. Of a list inside an item it reads the first entry, unless more than half of the items have
// more than one.
func Fields(items []any) []*Field { return fieldsOf(items[:min(len(items), looked)], false) }

// fieldsOf is Fields of all items. With every it reads all entries of a list of words or of roles inside an item.
func fieldsOf(items []any, every bool) []*Field {
	c := collector{fields: map[string]*Field{}, longer: map[string]int{}, every: every}
	for _, item := range items {
		c.collect(item, place{path: "$"}, 0)
	}
	fields := make([]*Field, 0, len(c.fields))
	for _, path := range slices.Sorted(maps.Keys(c.fields)) {
		field := c.fields[path]
		if list, _, inside := strings.Cut(path, "[0]"); inside && 2*c.longer[list] > len(items) {
			continue
		}
		field.seen = len(items)
		fields = append(fields, field)
	}
	slices.SortStableFunc(fields, func(a, b *Field) int { return strings.Count(a.Path, ".") - strings.Count(b.Path, ".") })
	return fields[:min(len(fields), mostFields)]
}

// place is a position inside an item: its path, its name, the name of the enclosing object, and all names on
// the way.
type place struct {
	path, name, around string
	names              []string
}

// collector gathers the fields of items. Longer counts, by the path of an inner list, the items with more
// than one entry there.
type collector struct {
	fields map[string]*Field
	longer map[string]int
	every  bool
}

// readsEvery reports whether all entries of a list inside an item are read.
func (c *collector) readsEvery(entries []any, at place) bool {
	isObject := func(entry any) bool { _, is := entry.(map[string]any); return is }
	return c.every && (patterns.Match("people", folded(at.name)) || !slices.ContainsFunc(entries, isObject))
}

func (c *collector) collect(value any, at place, depth int) {
	switch value := value.(type) {
	case nil:
	case map[string]any:
		if depth < deepestItem {
			c.collectMembers(value, at, depth)
		}
	case []any:
		if depth < deepestItem && depth > 0 && c.named(value, at, depth) {
			return
		}
		switch {
		case len(value) == 0 || depth == 0 || depth == deepestItem:
		case c.readsEvery(value, at):
			for _, entry := range value {
				c.collect(entry, place{at.path + "[*]", at.name, at.around, at.names}, depth+1)
			}
		default:
			entry, selector := marked(value)
			if len(value) > 1 && selector == "[0]" {
				c.longer[at.path]++
			}
			c.collect(entry, place{at.path + selector, at.name, at.around, at.names}, depth+1)
		}
	default:
		field := c.fieldAt(at)
		if field == nil {
			return
		}
		field.values = append(field.values, value)
		if field.Sample == "" {
			field.Sample = document.Written(value)
		}
	}
}

func (c *collector) collectMembers(object map[string]any, at place, depth int) {
	around := at.name
	if wrapper(at.name) {
		around = at.around
	}
	for name, member := range object {
		if depth > 0 && strings.HasPrefix(name, document.Around) && !strings.HasPrefix(at.names[0], document.Around) {
			continue // it repeats the item
		}
		names := slices.Concat(at.names, []string{name})
		c.collect(member, place{at.path + document.Segment(name), name, around, names}, depth+1)
	}
}

// fieldAt returns the field at the place, and makes it for the first value there. It returns nil beyond the most
// fields.
func (c *collector) fieldAt(at place) *Field {
	if field := c.fields[at.path]; field != nil || len(c.fields) >= mostCollected {
		return field
	}
	around := subjectOf(at.around)
	field := &Field{
		Path: at.path, name: folded(at.name), joined: around + folded(at.name),
		bare: around == "" && !isOuter(at), outer: isOuter(at),
	}
	for _, name := range at.names {
		field.names = append(field.names, folded(name))
		field.inForeign = field.foreign
		field.foreign = field.foreign || patterns.Match("others", folded(name))
	}
	c.fields[at.path] = field
	return field
}

// named collects a list of entries that pair names with values, such as [{"name": "enrolmentId", "value": 7}]. It
// returns false for any other list.
func (c *collector) named(entries []any, at place, depth int) bool {
	for _, member := range list("value val text content") {
		for _, label := range list("name key field label title code lang language locale type fieldId field_id id") {
			values := valuesBy(label, member, entries)
			for name, value := range values {
				path := at.path + "[?@." + label + " == " + name + "]." + member
				name = strings.Trim(name, "'")
				c.collect(value, place{path, name, at.around, append(at.names[:len(at.names):len(at.names)], name)}, depth+1)
			}
			if len(values) > 0 {
				return true
			}
		}
	}
	return false
}

// valuesBy returns the members of entries by their labels as a path writes them, or nil unless every entry has another
// label.
func valuesBy(label, member string, entries []any) map[string]any {
	values := map[string]any{} // most lists end at their first entry
	for _, entry := range entries {
		object, _ := entry.(map[string]any)
		name := ""
		switch text := object[label].(type) {
		case string:
			name = document.Quoted(text)
		case json.Number:
			name = text.String()
		}
		value, has := object[member]
		if _, twice := values[name]; name == "" || name == document.Quoted("") || !has || twice {
			return nil
		}
		values[name] = value
	}
	return values
}

// marked returns the first entry of a list that has a flag such as current, otherwise the first of all, and its
// selector in a path. Entries with different flags are not marked.
func marked(entries []any) (entry any, selector string) {
	entry, selector = entries[0], "[0]"
	flag := ""
	for _, one := range entries {
		object, _ := one.(map[string]any)
		for name, value := range object {
			if value != true || !patterns.Match("now", folded(name)) || name == flag {
				continue
			}
			if flag != "" {
				return entries[0], "[0]"
			}
			flag, entry, selector = name, one, "[?@"+document.Segment(name)+" == true]"
		}
	}
	return entry, selector
}

// isOuter reports whether [document.Complete] copied the place into the item from outside its list.
func isOuter(at place) bool {
	return len(at.names) > 1 && strings.HasPrefix(at.names[0], document.Around)
}

// subjectOf returns the folded name of the thing that an object describes: a class for a list of classes.
func subjectOf(around string) string {
	name := folded(around)
	for cut := range min(len(name), 3) {
		if slices.Contains(words("class"), name[:len(name)-cut]) {
			return name[:len(name)-cut]
		}
	}
	return name
}

// share returns the share of the field's values that pass the test, from 0 to 1.
func (f *Field) share(test func(any) bool) float64 {
	if len(f.values) == 0 {
		return 0
	}
	count := 0
	for _, value := range f.values {
		if test(value) {
			count++
		}
	}
	return float64(count) / float64(len(f.values))
}

// counts counts the items with each value.
func (f *Field) counts() map[string]int {
	counts := map[string]int{}
	for _, value := range f.values {
		counts[document.Written(value)]++
	}
	return counts
}

// distinct returns the number of different values as a share of all values.
func (f *Field) distinct() float64 { return float64(len(f.counts())) / max(1, float64(len(f.values))) }

// filled returns the share of the items that have the field.
func (f *Field) filled() float64 {
	if f.seen == 0 {
		return 0
	}
	return float64(len(f.values)) / float64(f.seen)
}

// isID reports whether a value can be a numeric id ([document.ID]), including a text with leading zeros.
func isID(value any) bool {
	_, err := document.ID(value)
	return err == nil
}

// isKey reports whether a value can be an id that is only sent back unchanged.
func isKey(value any) bool {
	const longest = 80
	key, err := document.Key(value)
	return err == nil && len(key) <= longest && !strings.HasPrefix(key, "-")
}

func isText(value any) bool {
	text, ok := value.(string)
	return ok && strings.IndexFunc(text, unicode.IsLetter) >= 0
}

// isLabel reports whether a value is a text, or a number used as one: a class can be called 7.
func isLabel(value any) bool {
	switch value := value.(type) {
	case json.Number:
		return true
	case string:
		return len(value) <= 120
	}
	return false
}

// isPerson reports whether a value is a text that can be a part of a person's name.
func isPerson(value any) bool {
	text, ok := value.(string)
	return ok && text != "" && !strings.ContainsAny(text, "0123456789@/_") &&
		strings.IndexFunc(text, unicode.IsLetter) >= 0
}

func isDate(value any) bool {
	_, isWritten := value.(string)
	return isWritten && isDay(value)
}

// isDay reports whether a value is a date, including seconds or milliseconds since 1970.
func isDay(value any) bool {
	_, day, err := document.Dates(value)
	return err == nil && day != ""
}

func isFlag(value any) bool {
	switch value := value.(type) {
	case bool:
		return true
	case json.Number:
		return value == "0" || value == "1"
	case string:
		return slices.Contains([]string{"true", "false", "yes", "no", "current", "active"}, strings.ToLower(value))
	}
	return false
}

// isState reports whether a value is a flag or a word for one ([document.Flag]).
func isState(value any) bool {
	_, err := document.Flag(value)
	return err == nil && value != ""
}

func isAddress(value any) bool {
	text, ok := value.(string)
	return ok && (strings.HasPrefix(text, "http") || strings.HasPrefix(text, "/") || strings.HasPrefix(text, "data:image"))
}

func isAnything(any) bool { return true }

func folded(name string) string { return document.Fold(name) }

// wrapper reports whether a member only wraps others and its name carries no meaning.
func wrapper(name string) bool {
	return slices.Contains(words("wrapper"), folded(name))
}
