package mapping

import (
	"rollbook/apiclient"
	"rollbook/apiclient/document"
)

// List is a list that was read from the service.
type List struct {
	// Items are in the service's order, without repetitions.
	Items []Item
	// Duplicates counts the repeated items that were left out.
	Duplicates int
	// Problems are the unreadable items and fields, at most 1,000.
	Problems []Problem
	// LeftOut counts the items that the mapping's rules left out.
	LeftOut int
	// Foreign are the students of another school period, Twice those listed under a second number. Both are
	// among Items. Shared are those who have the number of another student.
	Foreign, Twice, Shared []Item
	// Unreadable counts the items left out because they could not be read.
	Unreadable int
	// Gaps are the signs that the list is incomplete.
	Gaps []Gap
	// IsSilent is true when the list is one page and nothing says that it is whole, IsRound when its length is a usual
	// page size too.
	IsSilent, IsRound bool
	// Entries are the items of all pages as they were sent, including those that the list's filter leaves
	// out. Kept are those that the mapping's rules keep.
	Entries, Kept []any
	// Exchange is the call of the last page.
	Exchange apiclient.Exchange
}

const maxProblems = 1000

// assemble reads the items of all pages. It fills requested values into empty fields last: of two items, one
// with a class and one without, neither repeats the other.
func (c *compiled) assemble(pages *pages, at Place, requested request) List {
	list := List{
		Items: make([]Item, 0, len(pages.items)), Exchange: pages.last.Exchange, Problems: pages.problems, Gaps: pages.gaps(),
		IsSilent: pages.isSilent(), IsRound: pages.isSilent() && document.IsRound(len(pages.entries)), Entries: pages.entries,
	}
	seen := make(map[string]struct{}, len(pages.items))
	var read []Item
	for position, value := range pages.items {
		if !c.counts(value, pages.order, requested) {
			list.LeftOut++
			continue
		}
		list.Kept = append(list.Kept, value)
		item, problems, usable := c.read(position, value, pages.order)
		if room := maxProblems - len(list.Problems); room > 0 {
			list.Problems = append(list.Problems, problems[:min(room, len(problems))]...)
		}
		if !usable {
			list.Unreadable++
			continue
		}
		read = append(read, item)
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
		hold(&list, c.Reading, requested)
		list.Shared = shared(read)
	}
	return list
}

// hold finds the students of another school period and those with two numbers.
func hold(l *List, reading Reading, requested request) {
	for _, item := range l.Items {
		if !requested.isPeriod(item.Text(SchoolPeriod)) {
			l.Foreign = append(l.Foreign, item)
		}
	}
	if !reading.Twice {
		l.Twice = twice(l.Items)
	}
}
