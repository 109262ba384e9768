package apiclient

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// listReading is the part of a compiled call that gets its raw items.
type listReading struct {
	name, path          string
	list, cursor, total *selector
	paging              Paging
	// ordered tells that one of the call's paths can lead through all members of an object.
	ordered *bool
}

// pages are the raw items of a list, all pages in order.
type pages struct {
	items    []any
	problems []Problem
	exchange Exchange
	count    int
	last     any // the last page as JSON
	order    *order
	visited  map[[sha256.Size]byte]bool
}

func (r listReading) maxPages() int {
	if r.paging.Kind == "" || r.paging.Kind == PagingNone {
		return 1
	}
	if r.paging.MaxPages == 0 {
		return MaxPages
	}
	return r.paging.MaxPages
}

func (r listReading) maxItems() int {
	if r.paging.MaxItems == 0 {
		return MaxItems
	}
	return r.paging.MaxItems
}

// page is one page as it came, with what tells where the next one is.
type page struct {
	reply    reply
	document any
	items    []any
}

// readPages reads a list to its end. Its errors are of type *Error.
func (c *Client) readPages(ctx context.Context, r listReading, values placeholders) (pages, error) {
	ctx, cancel := context.WithTimeout(ctx, listDeadline)
	defer cancel()
	target, err := r.firstTarget(values)
	if err != nil {
		return pages{}, &Error{Kind: NotSent, Reason: ReasonRequest, Call: r.name, cause: err}
	}
	all := pages{visited: map[[sha256.Size]byte]bool{}}
	if *r.ordered {
		all.order = &order{names: map[uintptr][]string{}}
	}
	for number := 0; target != ""; number++ {
		if number == r.maxPages() {
			return pages{}, &Error{Kind: Unknown, Call: r.name, Status: all.exchange.Status, Exchange: all.exchange,
				detail: fmt.Sprintf("the list has more than %d pages", number)}
		}
		page, err := c.readPage(ctx, r, target, all.order)
		if err != nil {
			return pages{}, err
		}
		if !all.add(page, r) {
			break
		}
		if len(all.items) > r.maxItems() {
			return pages{}, page.reply.unreadable(r.name, fmt.Sprintf("the list has more than %d items", r.maxItems()), nil)
		}
		if target, err = c.nextTarget(r, target, page, all); err != nil {
			return pages{}, page.reply.unreadable(r.name, "the next page cannot be asked for", c.redactor.err(err))
		}
	}
	all.compareTotal(r)
	return all, nil
}

// add takes a page in, unless it came before: then the service does not know the paging, and asking on
// would never end.
func (p *pages) add(page page, r listReading) bool {
	p.exchange, p.last = page.reply.exchange, page.document
	if p.count++; p.count == 1 && len(page.items) == 0 && r.list.selectsMany() {
		p.note(r.list.source + " selects nothing in " + outline(page.document))
	}
	content := sha256.Sum256(page.reply.body)
	if p.visited[content] && len(page.items) > 0 {
		p.note(fmt.Sprintf("page %d came before already: the service does not seem to know this paging", p.count))
		return false
	}
	p.visited[content] = true
	p.items = append(p.items, page.items...)
	return true
}

func (p *pages) note(reason string) {
	p.problems = append(p.problems, Problem{Position: -1, Reason: reason})
}

func (c *Client) readPage(ctx context.Context, r listReading, target string, order *order) (page, error) {
	reply, err := c.get(ctx, r.name, target)
	if err != nil {
		return page{}, err
	}
	document, err := decode(reply.body)
	if err != nil {
		return page{}, reply.unreadable(r.name, "the answer cannot be read", c.redactor.err(err))
	}
	if order != nil {
		order.note(document, reply.body)
	}
	items, err := r.items(document, order)
	if err != nil {
		return page{}, reply.unreadable(r.name, "the list was not found", c.redactor.err(err))
	}
	return page{reply: reply, document: document, items: items}, nil
}

// items finds the list. A path that names one place must find an array there; one that selects many
// values selects the items, or the arrays of which they are the parts.
func (r listReading) items(document any, order *order) ([]any, error) {
	found := r.list.all(document, order)
	if !r.list.selectsMany() {
		if len(found) == 1 {
			if array, ok := found[0].([]any); ok {
				return array, nil
			}
		}
		return nil, fmt.Errorf("%s is not a list in %s", r.list.source, outline(document))
	}
	var parts []any
	for _, value := range found {
		array, ok := value.([]any)
		if !ok {
			return found, nil
		}
		parts = append(parts, array...)
	}
	return parts, nil
}

// outline names what a document is, for people who look for the right path.
func outline(document any) string {
	switch v := document.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		return "an object with " + strings.Join(names[:min(len(names), 12)], ", ")
	case []any:
		return fmt.Sprintf("an array of %d", len(v))
	case nil:
		return "null"
	case json.Number:
		return "a number"
	case bool:
		return "a truth value"
	}
	return "a text"
}
