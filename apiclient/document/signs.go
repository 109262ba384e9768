package document

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Answer is one page of a list as a service sent it.
type Answer struct {
	// Body is the answer decoded and completed ([Complete]).
	Body   any
	Status int
	Header http.Header
	// Next is the address of the next page in the Link header (RFC 8288), or "".
	Next string
	// Items are the entries of the list in this page, before any are left out.
	Items []any
}

// Sign is a statement of an answer about the length of its list or its next page.
type Sign struct {
	Kind SignKind
	// Place is a JSONPath (RFC 9535) in the answer, or "header " and the name of a field.
	Place string
	// Number is the number of a total, a count of pages, or a position.
	Number int64
	// Text is the value as written.
	Text string
	// Below counts the items of the page under the object that contains the sign.
	Below int
}

// SignKind is the meaning of a sign.
type SignKind string

// The kinds.
const (
	Total   SignKind = "total"   // the number of all items
	Pages   SignKind = "pages"   // the number of all pages
	More    SignKind = "more"    // further items follow
	End     SignKind = "end"     // no further items follow
	Address SignKind = "address" // the address of the next page
	Cursor  SignKind = "cursor"  // the value with which the next page is requested
	Mark    SignKind = "mark"    // a cursor that may stand on the last page too
	Page    SignKind = "page"    // the number of this page
	Offset  SignKind = "offset"  // the number of items before this page
	Full    SignKind = "full"    // the page has the most items that a page can have
	Last    SignKind = "last"    // the member for the next page is empty
	Fault   SignKind = "fault"   // the answer reports an error
	Repeats SignKind = "repeats" // every class has the same students
	Overlap SignKind = "overlap" // pages have items in common
	Several SignKind = "several" // items have a list of which only the first entry is read
)

// IsWhole reports whether a sign concerns the whole list, not a part such as one class.
func (a Answer) IsWhole(sign Sign) bool { return sign.Below == len(a.Items) }

// Signs returns all signs of an answer about the length of its list, in the body around the list and in the
// header. It also reads the signs of parts, such as students under their classes.
func (a Answer) Signs() []Sign {
	reading := &signReading{items: make(map[uintptr]bool, len(a.Items)), count: len(a.Items)}
	for _, item := range a.Items {
		if object, isObject := item.(map[string]any); isObject {
			reading.items[addressOf(object)] = true
		}
	}
	if object, isObject := a.Body.(map[string]any); isObject && reading.around(object, "$", 0) == 0 {
		reading.siblings(object, "$", nil, reading.count, 0) // an empty list, or a list of plain values
	}
	reading.header(a)
	return reading.found
}

// signReading collects the signs of one answer.
type signReading struct {
	items map[uintptr]bool
	count int
	found []Sign
	// read counts the members that were read beside the list. entries is the length of the outermost list around the
	// items that was read so far.
	read, entries int
}

// around finds the list inside a value, reads the members around it, and counts its items.
func (r *signReading) around(value any, path string, depth int) (below int) {
	if depth > deepestComplete {
		return 0
	}
	switch value := value.(type) {
	case []any:
		for _, one := range value {
			below += r.around(one, path+"[*]", depth+1)
		}
		if below > 0 {
			r.entries = len(value)
		}
	case map[string]any:
		if r.items[addressOf(value)] {
			return 1
		}
		rest := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(value)) {
			inside := 0
			if !strings.HasPrefix(name, Around) {
				inside = r.around(value[name], path+Segment(name), depth+1)
			}
			if below += inside; inside == 0 {
				rest[name] = value[name]
			}
		}
		if below > 0 {
			r.siblings(rest, path, nil, below, 0)
		}
	}
	return below
}

// The limits of what is read beside a list: how deep, and how many members. Services describe a list with a few.
const (
	deepestSibling = 4
	mostSiblings   = 2000
)

// siblings reads the members of an object beside a list. Names are those of the enclosing objects.
func (r *signReading) siblings(object map[string]any, path string, names []string, below, depth int) {
	_, counts := object["page"].(json.Number)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if r.read++; r.read > mostSiblings {
			return
		}
		at, called := path+Segment(name), slices.Concat(names, []string{Fold(name)})
		if counts && Fold(name) == "of" {
			called[len(called)-1] = "pages" // page 1 of 3
		}
		value := object[name]
		text, _ := value.(string)
		if reportsFault(called[len(called)-1], value) {
			r.note(Sign{Kind: Fault, Text: text}, at, below)
		}
		switch value := value.(type) {
		case map[string]any:
			if strings.HasSuffix(Fold(name), "evaluatedkey") && len(value) > 0 {
				r.note(Sign{Kind: Mark}, at, below)
			}
			if depth < deepestSibling {
				r.siblings(value, at, called, below, depth+1)
			}
		case []any:
			r.links(value, at, below)
			for i, one := range value[:min(len(value), mostSiblings)] {
				if text, isText := one.(string); isText {
					r.take(text, at+"["+strconv.Itoa(i)+"]", called, below)
				}
			}
		default:
			r.take(value, at, called, below)
		}
	}
}

// links reads a list of links, such as [{"rel": "next", "href": "..."}].
func (r *signReading) links(values []any, path string, below int) {
	for _, one := range values {
		link, _ := one.(map[string]any)
		for _, name := range []string{"rel", "relation"} {
			relation, place := link[name], name
			if several, _ := relation.([]any); len(several) == 1 {
				relation, place = several[0], name+"[0]"
			}
			if text, _ := relation.(string); Fold(text) == "next" {
				r.siblings(link, path+"[?@."+place+" == "+Quoted(text)+"]", []string{"next"}, below, deepestSibling)
			}
		}
	}
}

func (r *signReading) take(value any, path string, names []string, below int) {
	name := wording{own: names[len(names)-1], around: names[:len(names)-1], part: below < r.count, round: IsRound(below)}
	sign := name.read(value, int64(below))
	if sign.Kind != Total || sign.Number >= int64(below) || name.part {
		r.note(sign, path, below)
		return
	}
	_, isNumber := numberIn(value)
	switch { // a total below the number of items counts something else: the entries around the items, or pages
	case r.entries > 0 && r.entries < below:
		if sign.Number > int64(r.entries) {
			r.note(sign, path, r.entries)
		}
	case !isNumber || patterns.Match("bare totals", name.own):
		sign.Kind = Pages
		r.note(sign, path, below)
	}
}

// note adds a sign, if there is one.
func (r *signReading) note(sign Sign, place string, below int) {
	if sign.Place, sign.Below = place, below; sign.Kind != "" {
		r.found = append(r.found, sign)
	}
}

// header reads the header fields, including those that contain JSON.
func (r *signReading) header(a Answer) {
	if a.Next != "" {
		r.note(Sign{Kind: Address, Text: a.Next}, "header Link", r.count)
	}
	if a.Status == http.StatusPartialContent {
		r.note(Sign{Kind: More}, "header Status", r.count)
	}
	for _, name := range slices.Sorted(maps.Keys(a.Header)) {
		place, text := "header "+name, a.Header.Get(name)
		object, isObject := objectIn(text)
		called := strings.TrimPrefix(Fold(name), "x")
		switch {
		case isObject && (saysInHeader(called) || strings.HasPrefix(text, "{")):
			r.siblings(object, place, []string{called}, r.count, 0)
		case strings.Contains(name, "Range"):
			r.note(readRange(text), place, r.count)
		case saysInHeader(called):
			r.take(text, place, []string{called}, r.count)
		}
	}
}

// objectIn reads a header field that holds JSON, or pairs such as "page=1; pages=3".
func objectIn(text string) (map[string]any, bool) {
	if strings.HasPrefix(text, "{") {
		decoded, err := Decode([]byte(text))
		object, isObject := decoded.(map[string]any)
		return object, err == nil && isObject
	}
	object := map[string]any{}
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == ',' || r == '&' }) {
		name, value, isPair := strings.Cut(strings.TrimSpace(part), "=")
		if !isPair || name == "" || strings.ContainsAny(name, " <\"") {
			return nil, false
		}
		object[name] = value
	}
	return object, len(object) > 1
}

// numberIn reads a whole number that can be a count, also one written as text, with or without separators.
func numberIn(value any) (int64, bool) {
	const longest = 9
	text := ""
	switch value := value.(type) {
	case json.Number:
		text = value.String()
	case string:
		if text = strings.TrimSpace(value); thousands.MatchString(text) {
			text = strings.NewReplacer(",", "", ".", "", " ", "", "'", "").Replace(text)
		}
	}
	number, err := strconv.ParseUint(text, 10, 31)
	return int64(number), err == nil && len(text) <= longest
}

// Same reports whether two pages have the same items.
func Same(one, other []any) bool { return reflect.DeepEqual(one, other) }

// Set returns the items of a page, as JSON.
func Set(items []any) map[string]bool {
	set := make(map[string]bool, len(items))
	for _, item := range items {
		set[string(JSON(item))] = true
	}
	return set
}
