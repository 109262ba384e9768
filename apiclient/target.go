package apiclient

import (
	"net/url"
	"strings"
)

// placeholders are the values that a path's placeholders stand for.
type placeholders struct {
	period, class, date string
}

// fill puts the values in, escaped for where they stand: before the ? as part of a path, after it as
// part of a query.
func fill(path string, values placeholders) string {
	before, query, hasQuery := strings.Cut(path, "?")
	filled := values.replacer(url.PathEscape).Replace(before)
	if hasQuery {
		filled += "?" + values.replacer(url.QueryEscape).Replace(query)
	}
	return filled
}

func (v placeholders) replacer(escape func(string) string) *strings.Replacer {
	return strings.NewReplacer(
		placeholderPeriod, escape(v.period), placeholderClass, escape(v.class), placeholderDate, escape(v.date))
}

// withParameter adds or replaces one query parameter and leaves the others as they are written.
func withParameter(target, name, value string) string {
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
