package mapping

import (
	"net/url"
	"strings"
)

// Place gives the values of a path's placeholders. Values that the path does not name may be empty.
type Place struct {
	// Period and Class are ids as the service gave them, Date is YYYY-MM-DD.
	Period, Class, Date string
}

// values returns the value of each placeholder.
func (p Place) values() map[string]string {
	return map[string]string{placeholderPeriod: p.Period, placeholderClass: p.Class, placeholderDate: p.Date}
}

// Target fills the placeholders of a path and query. It escapes values before the ? for a path and after it
// for a query.
func Target(path string, at Place) string {
	before, query, hasQuery := strings.Cut(path, "?")
	for placeholder, value := range at.values() {
		before = strings.ReplaceAll(before, placeholder, url.PathEscape(value))
		query = strings.ReplaceAll(query, placeholder, url.QueryEscape(value))
	}
	if hasQuery {
		before += "?" + query
	}
	return before
}

// WithParameter adds or replaces one parameter of a target's query and keeps the others unchanged.
func WithParameter(target, name, value string) string {
	path, query, _ := strings.Cut(target, "?")
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		key, _, _ := strings.Cut(pair, "=")
		if decoded, err := url.QueryUnescape(key); pair != "" && (err != nil || decoded != name) {
			kept = append(kept, pair)
		}
	}
	kept = append(kept, url.QueryEscape(name)+"="+url.QueryEscape(value))
	return path + "?" + strings.Join(kept, "&")
}

// Unfiltered returns the path of a list without the filter at its end (RFC 9535, section 2.3.5).
func Unfiltered(list string) string {
	at := strings.Index(list, "[?")
	if at < 1 || !strings.HasSuffix(list, "]") {
		return list
	}
	return list[:at]
}
