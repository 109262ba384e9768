package imports

import (
	"encoding/json"
	"regexp"
	"strconv"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
)

// leaversOf finds the lines of those who seem to have left or to be no students, by the columns that no list of
// students needs. It returns, by the number of the line, the column with the words that say it.
func leaversOf(list List, today string) map[int]string {
	items := make([]any, len(list.Lines))
	for i, line := range list.Lines {
		item := map[string]any{}
		for at, name := range list.Header {
			if text := line.Text(at); name != "" && !list.isPlaced(at) && text != "" {
				item[name] = cell(text)
			}
		}
		items[i] = item
	}
	found := make(map[int]string)
	for _, leaving := range discovery.Leavings(mapping.Students, items, today) {
		if !leaving.Said {
			continue
		}
		for _, at := range leaving.Items {
			found[list.Lines[at].Number] = leaving.Why
		}
	}
	return found
}

// cell is a text as the rules for leaving read it: a spreadsheet writes a day as its number since 1899.
func cell(text string) any {
	const toUnix, day = 25569, 86400
	if dateLike.MatchString(text) {
		if days, err := json.Number(text).Int64(); err == nil {
			return json.Number(strconv.FormatInt((days-toUnix)*day, 10))
		}
	}
	if parts := dotted.FindStringSubmatch(text); parts != nil {
		return parts[3] + "-" + parts[2] + "-" + parts[1]
	}
	return text
}

// dotted is a day as most of Europe writes it. Where it could be read in two ways, as 3/4/2026, nothing is said of it.
var dotted = regexp.MustCompile(`^(\d\d)[.](\d\d)[.](20\d\d)$`)
