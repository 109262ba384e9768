package mapping

import "rollbook/apiclient"

// List is a list as it was read.
type List struct {
	// Items are in the service's order, each once.
	Items []Item
	// Duplicates counts the items that were left out because the same one came before.
	Duplicates int
	// Problems are items and fields that could not be read, at most 1,000 of them.
	Problems []Problem
	// Unreadable counts the items left out because they could not be read.
	Unreadable int
	// Exchange is the last page's call.
	Exchange apiclient.Exchange
}

const maxProblems = 1000

// assemble reads the items of all pages. Fields that take what was asked for are filled last: of two items
// only one of which says its class, neither repeats the other.
func (c *compiled) assemble(pages *pages, at Place) List {
	list := List{Items: make([]Item, 0, len(pages.items)), Exchange: pages.last.Exchange, Problems: pages.problems}
	seen := make(map[string]struct{}, len(pages.items))
	for position, value := range pages.items {
		item, problems, usable := c.read(position, value, pages.order)
		if room := maxProblems - len(list.Problems); room > 0 {
			list.Problems = append(list.Problems, problems[:min(room, len(problems))]...)
		}
		if !usable {
			list.Unreadable++
			continue
		}
		key := c.key(item)
		if _, twice := seen[key]; twice {
			list.Duplicates++
			continue
		}
		seen[key] = struct{}{}
		c.fill(item, at)
		list.Items = append(list.Items, item)
	}
	return list
}
