package discovery

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// next is a possible paging and how to test it: the parameter with the value that must bring other items.
type next struct {
	paging mapping.Paging
	value  string
	// unnumbered is true when the answer does not show whether pages begin at 0 or at 1.
	unnumbered bool
	// sign is the place of the sign behind this guess. It is empty when the guess only counts.
	sign string
	// unsaid is true when nothing in the answer suggests that there is more.
	unsaid bool
}

// signs are the signs of an answer about its whole list, by kind. Of several totals they are the greatest.
type signs struct {
	of    map[document.SignKind]document.Sign
	items int
	total string // path to the number of all items
	more  bool   // a sign says that more items follow
	ends  bool   // a sign says that no items follow
}

func (s *signs) has(kinds ...document.SignKind) bool {
	return slices.ContainsFunc(kinds, func(kind document.SignKind) bool { return s.of[kind].Kind != "" })
}

// signsOf reads the signs of an answer.
func signsOf(answer document.Answer) signs {
	found := signs{of: make(map[document.SignKind]document.Sign), items: len(answer.Items)}
	for _, sign := range answer.Signs() {
		if before := found.of[sign.Kind]; answer.IsWhole(sign) && (before.Kind == "" || before.Number < sign.Number) {
			found.of[sign.Kind] = sign
		}
	}
	items, total := int64(len(answer.Items)), found.of[document.Total]
	found.more = total.Number > items || found.of[document.Pages].Number > 1 ||
		found.has(document.More, document.Address, document.Cursor)
	found.ends = found.has(document.End) || total.Kind != "" && total.Number == items
	if strings.HasPrefix(total.Place, "$") && total.Number > items {
		found.total = total.Place
	}
	return found
}

// nextPages returns the possible pagings of the list, the likeliest first. It returns none when nothing
// suggests more pages, except for many students: a service may give only the first ones and not say so.
func nextPages(call mapping.Call, answer document.Answer, requested string) []next {
	const fewest = 10
	signs, items := signsOf(answer), len(answer.Items)
	var all []next
	if address, known := signs.of[document.Address]; known {
		all = append(all, signs.byAddress(address, requested))
	}
	for _, kind := range []document.SignKind{document.Cursor, document.Mark} {
		if cursor, known := signs.of[kind]; known {
			all = append(all, signs.byCursor(cursor)...)
		}
	}
	switch {
	case items == 0 || !signs.more && signs.ends:
		return all
	case !signs.more && !signs.has(document.Full) && !document.IsRound(items):
		if call == mapping.Students && len(all) == 0 && !signs.has(document.Last) && items >= fewest {
			all = signs.unsaid()
		}
		return all
	}
	return append(all, signs.byNumber()...)
}

// unsaid returns pagings for a list that says nothing about more, the two likeliest first.
func (s *signs) unsaid() []next {
	more := *s
	more.more = true
	all := append(s.byPage(document.Sign{}, "page"), s.byOffset("offset")...)
	for _, rarer := range more.byNumber() {
		if name := rarer.paging.Parameter; name != "page" && name != "offset" {
			all = append(all, rarer)
		}
	}
	for at := range all {
		all[at].unsaid = true
	}
	return all
}

// by returns a paging with each of the parameters, which all must bring other items with the value.
func (s *signs) by(paging mapping.Paging, value string, parameters ...string) (all []next) {
	paging.Total = s.total
	for _, paging.Parameter = range parameters {
		all = append(all, next{paging: paging, value: value})
	}
	return all
}

func (s *signs) byOffset(parameters ...string) []next {
	return s.by(mapping.Paging{Kind: mapping.PagingOffset}, strconv.Itoa(s.items), parameters...)
}

// byPage counts from the page number of the answer, if it has one.
func (s *signs) byPage(page document.Sign, parameters ...string) []next {
	first := int(page.Number)
	all := s.by(mapping.Paging{Kind: mapping.PagingPage, First: first}, strconv.Itoa(first+1), parameters...)
	for at := range all {
		all[at].unnumbered = page.Kind == ""
	}
	return all
}

// byNumber returns the pagings that count pages or items. If the answer says that more is to come, the rarer names of
// their parameters are worth more requests.
func (s *signs) byNumber() (all []next) {
	page, offset, pages := s.of[document.Page], s.of[document.Offset], []string{"page", "pageNumber"}
	if offset.Kind != "" {
		all = s.byOffset(lastName(offset.Place))
	}
	if page.Kind != "" {
		pages = slices.Compact(append([]string{lastName(page.Place)}, pages...))
	}
	if page.Kind != "" || offset.Kind == "" {
		all = append(all, s.byPage(page, pages...)...)
	}
	all = append(all, s.byOffset("offset", "skip", "start")...)
	if s.more {
		all = append(all, s.by(mapping.Paging{Kind: mapping.PagingPage, First: 1}, "2", "p", "page[number]", "pageNo",
			"pageIndex")...)
		all = append(all, s.byOffset("$skip", "startIndex", "startAt", "from", "page[offset]")...)
	}
	return all
}

// byAddress uses the parameter in the next page's address that counts, or follows the address itself when
// none does.
func (s *signs) byAddress(address document.Sign, requested string) next {
	link := next{paging: mapping.Paging{Kind: mapping.PagingLink, Total: s.total}}
	if !strings.HasPrefix(address.Place, "$") {
		return link
	}
	link.paging.Cursor = address.Place
	target, err := url.Parse(address.Text)
	if err != nil {
		return link
	}
	_, query, _ := strings.Cut(requested, "?")
	before, _ := url.ParseQuery(query)
	for name, values := range target.Query() {
		number, err := strconv.Atoi(values[0])
		named := func(words string) bool { return slices.Contains(list(words), folded(name)) }
		switch counted := (mapping.Paging{Parameter: name, Total: s.total}); {
		case err != nil || before.Get(name) == values[0]:
		case number > 0 && named("page p pageno pagenumber pageindex seite pagina"):
			counted.Kind, counted.First = mapping.PagingPage, number-1
			return next{paging: counted, value: values[0], sign: address.Place}
		case named("offset skip start startindex from"):
			counted.Kind = mapping.PagingOffset
			return next{paging: counted, value: values[0], sign: address.Place}
		}
	}
	return link
}

// byCursor guesses the parameters for a cursor from its name. A number in the header counts pages.
func (s *signs) byCursor(cursor document.Sign) []next {
	paging, parameters := mapping.Paging{Kind: mapping.PagingCursor, Cursor: cursor.Place},
		cursorParameters(lastName(cursor.Place))
	if !strings.HasPrefix(cursor.Place, "$") {
		paging, parameters = mapping.Paging{Kind: mapping.PagingPage, First: max(0, int(cursor.Number)-1)}, []string{"page"}
	}
	all := s.by(paging, cursor.Text, parameters...)
	for at := range all {
		all[at].sign = cursor.Place
	}
	return all
}

// cursorParameters returns possible parameter names for a cursor: its own name without the word "next", and
// common ones.
func cursorParameters(own string) []string {
	short := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(own, "next"), "Next"), "_")
	var all []string
	if short != "" && short != own {
		all = append(all, strings.ToLower(short[:1])+short[1:])
	}
	for _, name := range []string{own, "cursor", "after", "page", "pageToken", "page_token", "starting_after", "offset",
		"next"} {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	const most = 7
	return all[:min(len(all), most)]
}

// lastName returns the name of the member at the end of a path.
func lastName(path string) string {
	path = strings.TrimSuffix(path, "']")
	return path[max(strings.LastIndexByte(path, '.'), strings.LastIndexByte(path, '\''))+1:]
}
