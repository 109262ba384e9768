package mapping

import "strings"

// Unfiltered is the path of a list without the filter at its end (RFC 9535, section 2.3.5), which leaves
// some of its items out; the same path where it has none.
func Unfiltered(list string) string {
	at := strings.Index(list, "[?")
	if at < 1 || !strings.HasSuffix(list, "]") {
		return list
	}
	return list[:at]
}

// came are the items of the last page with those that the list's filter leaves out: the service counts them,
// and a page on which all have left does not end the list.
func (p *pages) came(kept []any) []any {
	if p.of.whole == nil {
		return kept
	}
	all, err := found(p.of.whole, p.document, p.order)
	if err != nil {
		return kept
	}
	return all
}
