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

// signs are what an answer says about its pages.
type signs struct {
	total                         string // path to the number of all items
	count                         int64  // that number
	page, offset, cursor, address *Field
	more                          bool // it says that more follow
}

// signsOf looks at what stands around a list.
func signsOf(document any, items int) signs {
	var found signs
	object, ok := document.(map[string]any)
	if !ok {
		return found
	}
	for _, field := range Fields([]any{withoutLists(object, 0)}) {
		found.read(field, int64(items))
	}
	return found
}

// withoutLists is an object without the lists in it: what is left tells of the pages.
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
	number, isNumber := numberOf(field.values[0])
	if isNumber {
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
	case text != "" && is("next nextcursor cursor nextpagetoken pagetoken nexttoken continuationtoken continuation endcursor after nextmarker marker"):
		s.cursor, s.more = field, true
	}
}

// readNumber reads a number that tells of the pages.
func (s *signs) readNumber(field *Field, number, items int64) {
	is := func(words string) bool { return slices.Contains(list(words), field.name) }
	switch {
	case is("total totalcount totalitems totalelements totalrecords totalresults recordstotal count gesamt insgesamt itemcount rowcount resultcount odatacount"):
		if number >= items && (s.total == "" || number > s.count) {
			s.total, s.count = field.Path, number
			s.more = s.more || number > items
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

// full are the lengths of lists that look like a page.
func full(items int) bool {
	return slices.Contains([]int{10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 150, 200, 250, 300, 500, 1000, 2000, 5000}, items)
}

// nextPages are the ways in which the list may go on, the likeliest first; none where nothing says that it
// does.
func nextPages(document any, linked bool, items int, asked string) []next {
	signs := signsOf(document, items)
	if linked {
		return []next{{paging: mapping.Paging{Kind: mapping.PagingLink}}}
	}
	var all []next
	if signs.address != nil {
		all = append(all, signs.byAddress(asked)...)
	}
	if signs.cursor != nil {
		all = append(all, signs.byCursor()...)
	}
	if items == 0 || !signs.more && (signs.total != "" || !full(items)) {
		return all
	}
	if signs.offset != nil {
		all = append(all, signs.byOffset(signs.offset, items))
	}
	if signs.page != nil || signs.offset == nil {
		all = append(all, signs.byPage()...)
	}
	for _, name := range []string{"offset", "skip", "start"} {
		all = append(all, signs.byOffset(&Field{name: name, Path: "$." + name}, items))
	}
	return all
}

// byAddress reads the parameter out of the address of the next page, where one of its numbers counts;
// else the address itself is followed.
func (s *signs) byAddress(asked string) []next {
	target, err := url.Parse(Text(s.address.values[0]))
	if err != nil {
		return nil
	}
	before, _ := url.ParseQuery(afterQuestionMark(asked))
	for name, values := range target.Query() {
		number, err := strconv.Atoi(values[0])
		if err != nil || before.Get(name) == values[0] {
			continue
		}
		switch guess := (mapping.Paging{Parameter: name, Total: s.total}); {
		case slices.Contains(list("page p pageno pagenumber pageindex seite pagina"), folded(name)) && number > 0:
			guess.Kind, guess.First = mapping.PagingPage, number-1
			return []next{{paging: guess, value: values[0]}}
		case slices.Contains(list("offset skip start startindex from"), folded(name)):
			guess.Kind = mapping.PagingOffset
			return []next{{paging: guess, value: values[0]}}
		}
	}
	return []next{{paging: mapping.Paging{Kind: mapping.PagingLink, Cursor: s.address.Path, Total: s.total}}}
}

func afterQuestionMark(target string) string {
	_, query, _ := strings.Cut(target, "?")
	return query
}

// byCursor guesses the parameter from the cursor's own name.
func (s *signs) byCursor() []next {
	names := []string{lastName(s.cursor.Path)}
	switch s.cursor.name {
	case "nextpagetoken", "pagetoken":
		names = append(names, "pageToken", "page_token")
	case "endcursor", "after":
		names = append(names, "after", "cursor")
	case "continuationtoken", "continuation":
		names = append(names, "continuationToken", "continuation")
	case "nextmarker", "marker":
		names = append(names, "marker")
	default:
		names = append([]string{"cursor"}, append(names, "after", "starting_after", "next")...)
	}
	var all []next
	for _, name := range slices.Compact(names) {
		paging := mapping.Paging{Kind: mapping.PagingCursor, Parameter: name, Cursor: s.cursor.Path, Total: s.total}
		all = append(all, next{paging: paging, value: Text(s.cursor.values[0])})
	}
	return all
}

func (s *signs) byOffset(field *Field, items int) next {
	paging := mapping.Paging{Kind: mapping.PagingOffset, Parameter: lastName(field.Path), Total: s.total}
	return next{paging: paging, value: strconv.Itoa(items)}
}

// byPage counts from the number that the answer gives its page, if it gives one.
func (s *signs) byPage() []next {
	if s.page != nil {
		first, _ := numberOf(s.page.values[0])
		var all []next
		for _, name := range unique(lastName(s.page.Path), "page", "pageNumber") {
			paging := mapping.Paging{Kind: mapping.PagingPage, Parameter: name, First: max(0, int(first)), Total: s.total}
			all = append(all, next{paging: paging, value: strconv.Itoa(paging.First + 1)})
		}
		return all
	}
	var all []next
	for _, name := range []string{"page", "pageNumber"} {
		paging := mapping.Paging{Kind: mapping.PagingPage, Parameter: name, Total: s.total}
		all = append(all, next{paging: paging, value: "1", unnumbered: true})
	}
	return all
}

func unique(names ...string) []string {
	var kept []string
	for _, name := range names {
		if !slices.Contains(kept, name) {
			kept = append(kept, name)
		}
	}
	return kept
}

// lastName is the member at the end of a path.
func lastName(path string) string {
	path = strings.TrimSuffix(path, "']")
	return path[max(strings.LastIndexByte(path, '.'), strings.LastIndexByte(path, '\''))+1:]
}
