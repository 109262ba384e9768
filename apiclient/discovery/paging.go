package discovery

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rollbook/apiclient/mapping"
)

// next is a way in which a list may go on, and how to try it: the parameter with the value that must
// bring other items.
type next struct {
	paging mapping.Paging
	value  string
	// unnumbered tells that nothing says whether pages begin at 0 or at 1.
	unnumbered bool
}

// signs holds the fields of an answer that tell of its pages.
type signs struct {
	total                         string // path to the number of all items
	count                         int64  // that number
	page, offset, cursor, address *Field
	more                          bool // it says that more follow
}

// signsOf reads the fields that stand around a list.
func signsOf(document any, items int) signs {
	var found signs
	if object, ok := document.(map[string]any); ok {
		for _, field := range Fields([]any{withoutLists(object, 0)}) {
			found.read(field, int64(items))
		}
	}
	return found
}

// withoutLists returns an object without the lists in it: what is left tells of the pages.
func withoutLists(object map[string]any, depth int) map[string]any {
	kept := map[string]any{}
	for name, value := range object {
		switch value := value.(type) {
		case []any:
		case map[string]any:
			if depth < deepestItem {
				kept[name] = withoutLists(value, depth+1)
			}
		default:
			kept[name] = value
		}
	}
	return kept
}

func (s *signs) read(field *Field, items int64) {
	if number, isNumber := numberOf(field.values[0]); isNumber {
		s.readNumber(field, number, items)
		return
	}
	text, _ := field.values[0].(string)
	is := func(words string) bool { return slices.Contains(list(words), field.name) }
	switch {
	case is("hasmore hasnext hasnextpage more morepages"):
		s.more = s.more || field.values[0] == true
	case isAddressOfPage(text) && is("next nextlink nexturl nextpage nextpageurl href odatanextlink") && strings.Contains(folded(field.Path), "next"):
		s.address, s.more = field, true
	case text != "" && cursorParameters(field) != nil:
		s.cursor, s.more = field, true
	}
}

// readNumber reads a number that tells of the pages.
func (s *signs) readNumber(field *Field, number, items int64) {
	is := func(words string) bool { return slices.Contains(list(words), field.name) }
	switch {
	case is("total totalcount totalitems totalelements totalrecords totalresults recordstotal count gesamt insgesamt itemcount rowcount resultcount odatacount"):
		if number >= items && (s.total == "" || number > s.count) {
			s.total, s.count, s.more = field.Path, number, s.more || number > items
		}
	case is("page pageno pagenumber pagenum pageindex currentpage number current seite pagina"):
		s.page = field
	case is("totalpages pagecount pages lastpage numpages"):
		s.more = s.more || number > 1
	case is("offset skip start startindex startat from first"):
		s.offset = field
	case is("next nextcursor cursor"):
		s.cursor, s.more = field, true
	}
}

func isAddressOfPage(text string) bool {
	return strings.HasPrefix(text, "http") || strings.HasPrefix(text, "/") || strings.HasPrefix(text, "?")
}

func numberOf(value any) (int64, bool) {
	number, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	whole, err := strconv.ParseInt(number.String(), 10, 64)
	return whole, err == nil
}

// full tells whether a list has as many items as pages often have.
func full(items int) bool {
	return slices.Contains([]int{10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 150, 200, 250, 300, 500, 1000, 2000, 5000}, items)
}

// nextPages returns the ways in which the list may go on, the likeliest first; none where nothing says that
// it does.
func nextPages(document any, linked bool, items int, asked string) []next {
	if linked {
		return []next{{paging: mapping.Paging{Kind: mapping.PagingLink}}}
	}
	signs := signsOf(document, items)
	var all []next
	if signs.address != nil {
		all = append(all, signs.byAddress(asked))
	}
	if signs.cursor != nil {
		for _, name := range cursorParameters(signs.cursor) {
			paging := mapping.Paging{Kind: mapping.PagingCursor, Parameter: name, Cursor: signs.cursor.Path, Total: signs.total}
			all = append(all, next{paging: paging, value: Text(signs.cursor.values[0])})
		}
	}
	if items == 0 || !signs.more && (signs.total != "" || !full(items)) {
		return all
	}
	if signs.offset != nil {
		all = append(all, signs.byOffset(lastName(signs.offset.Path), items))
	}
	if signs.page != nil || signs.offset == nil {
		all = append(all, signs.byPage()...)
	}
	for _, name := range []string{"offset", "skip", "start"} {
		all = append(all, signs.byOffset(name, items))
	}
	return all
}

// byAddress reads the parameter out of the address of the next page, where one of its numbers counts;
// else the address itself is followed.
func (s *signs) byAddress(asked string) next {
	link := next{paging: mapping.Paging{Kind: mapping.PagingLink, Cursor: s.address.Path, Total: s.total}}
	target, err := url.Parse(Text(s.address.values[0]))
	if err != nil {
		return link
	}
	_, query, _ := strings.Cut(asked, "?")
	before, _ := url.ParseQuery(query)
	for name, values := range target.Query() {
		number, err := strconv.Atoi(values[0])
		is := func(words string) bool { return slices.Contains(list(words), folded(name)) }
		switch counted := (mapping.Paging{Parameter: name, Total: s.total}); {
		case err != nil || before.Get(name) == values[0]:
		case number > 0 && is("page p pageno pagenumber pageindex seite pagina"):
			counted.Kind, counted.First = mapping.PagingPage, number-1
			return next{paging: counted, value: values[0]}
		case is("offset skip start startindex from"):
			counted.Kind = mapping.PagingOffset
			return next{paging: counted, value: values[0]}
		}
	}
	return link
}

// cursorParameters guesses from a cursor's name the parameters that take it; nil where the name is not that
// of a cursor.
func cursorParameters(cursor *Field) []string {
	own := lastName(cursor.Path)
	plain := []string{"cursor", own, "after", "starting_after", "next"}
	return map[string][]string{
		"next": plain, "nextcursor": plain, "cursor": plain, "nexttoken": plain,
		"nextpagetoken": {own, "pageToken", "page_token"}, "pagetoken": {own, "pageToken", "page_token"},
		"endcursor": {own, "after", "cursor"}, "after": {own, "cursor"},
		"continuationtoken": {own, "continuationToken", "continuation"}, "continuation": {own, "continuationToken"},
		"nextmarker": {own, "marker"}, "marker": {own},
	}[cursor.name]
}

func (s *signs) byOffset(name string, items int) next {
	return next{paging: mapping.Paging{Kind: mapping.PagingOffset, Parameter: name, Total: s.total}, value: strconv.Itoa(items)}
}

// byPage counts from the number that the answer gives its page, if it gives one.
func (s *signs) byPage() []next {
	paging := mapping.Paging{Kind: mapping.PagingPage, Total: s.total}
	names := []string{"page", "pageNumber"}
	if s.page != nil {
		first, _ := numberOf(s.page.values[0])
		paging.First = max(0, int(first))
		names = append([]string{lastName(s.page.Path)}, names...)
	}
	var all []next
	for _, name := range slices.Compact(names) {
		paging.Parameter = name
		all = append(all, next{paging: paging, value: strconv.Itoa(paging.First + 1), unnumbered: s.page == nil})
	}
	return all
}

// lastName returns the name of the member at the end of a path.
func lastName(path string) string {
	path = strings.TrimSuffix(path, "']")
	return path[max(strings.LastIndexByte(path, '.'), strings.LastIndexByte(path, '\''))+1:]
}
