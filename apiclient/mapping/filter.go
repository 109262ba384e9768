package mapping

import "strings"

// Unfiltered returns the path of a list without the filter at its end (RFC 9535, section 2.3.5).
func Unfiltered(list string) string {
	at := strings.Index(list, "[?")
	if at < 1 || !strings.HasSuffix(list, "]") {
		return list
	}
	return list[:at]
}

// came returns the items of the last page including those that the list's filter leaves out. The service
// counts them, and a page of only filtered items does not end the list.
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
