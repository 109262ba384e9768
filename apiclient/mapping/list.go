package mapping

import (
	"rollbook/apiclient"
)

// List is a list as it was read.
type List struct {
	// Items are in the service's order, each once.
	Items []Item
	// Duplicates counts the items that were left out because the same one came before.
	Duplicates int
	// Problems are items and fields that could not be read, at most 1,000 of them.
	Problems []Problem
	// LeftOut counts the items that the rules of the mapping left out.
	LeftOut int
	// Foreign are the students of another school period than that which was asked for, Twice those who stand under a
	// second number; both are among Items.
	Foreign, Twice []Item
	// Unreadable counts the items left out because they could not be read.
	Unreadable int
	// Gaps are the reasons to think that it is not the whole list; none where nothing speaks for that.
	Gaps []Gap
	// Entries are the items as they were sent, on all pages, with those that the list's filter leaves out.
	Entries []any
	// Exchange is the last page's call.
	Exchange apiclient.Exchange
}

const maxProblems = 1000

// assemble reads the items of all pages. Fields that take what was asked for are filled last: of two items
// only one of which says its class, neither repeats the other.
func (c *compiled) assemble(pages *pages, at Place, asked asked) List {
	list := List{Items: make([]Item, 0, len(pages.items)), Exchange: pages.last.Exchange, Problems: pages.problems, Gaps: pages.gaps(), Entries: pages.entries}
	seen := make(map[string]struct{}, len(pages.items))
	for position, value := range pages.items {
		if !c.counts(value, pages.order, asked) {
			list.LeftOut++
			continue
		}
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
	if c.call == Students {
		hold(&list, c.Reading, asked)
	}
	return list
}

// hold finds the students of another school period, and those under two numbers.
func hold(l *List, reading Reading, asked asked) {
	for _, item := range l.Items {
		if !asked.is(item.Text(SchoolPeriod)) {
			l.Foreign = append(l.Foreign, item)
		}
	}
	if !reading.Twice {
		l.Twice = twice(l.Items)
	}
}
