package imports

import (
	"encoding/json"
	"strconv"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
)

// itemsOf returns the lines of a list as the service would give them, with the class and the columns that are not
// read.
func itemsOf(list List) []any {
	items := make([]any, len(list.Lines))
	for i, line := range list.Lines {
		item := map[string]any{}
		for at, name := range list.Header {
			if text := line.Text(at); name != "" && (!list.isPlaced(at) || at == list.Places.Of(Class)) && text != "" {
				item[name] = cell(text)
			}
		}
		items[i] = item
	}
	return items
}

// leaversOf finds the lines of students who seem to have left or not to be students. It returns, by line number, the
// column with the words that suggest it.
func leaversOf(list List, items []any, today string) map[int]string {
	found := make(map[int]string)
	for _, line := range list.Lines {
		for _, key := range []string{Given, Family, FullName} {
			if name := line.Text(list.Places.Of(key)); discovery.IsPlaceholder(name) {
				found[line.Number] = name
			}
		}
	}
	if discovery.SaysGone(list.Sheet) {
		for _, line := range list.Lines {
			found[line.Number] = list.Sheet
		}
	}
	for _, leaving := range discovery.Leavings(mapping.Students, items, nil, today, "") {
		if !leaving.Stated {
			continue
		}
		for _, at := range leaving.Items {
			found[list.Lines[at].Number] = leaving.Why
		}
	}
	return found
}

// cell converts a text for the rules about leavers. A spreadsheet writes a day as its number since 1899.
func cell(text string) any {
	const toUnix, day = 25569, 86400
	if dateLike.MatchString(text) {
		if days, err := json.Number(text).Int64(); err == nil {
			return json.Number(strconv.FormatInt((days-toUnix)*day, 10))
		}
	}
	return text
}
