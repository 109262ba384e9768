package mapping

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/document"
)

// listDeadline limits the reading of all pages of a list, with repeats.
const listDeadline = 60 * time.Second

// pages are the raw items of a list from all pages, in order.
type pages struct {
	of *compiled
	// entries are the items of all pages including filtered ones.
	items, entries []any
	problems       []Problem
	// count counts the pages, filled the pages with items.
	count, filled int
	last          apiclient.Reply
	document      any // of the last page
	order         *document.Order
	// first and before are the items of the first page and of the latest one.
	first, before []any
	extent        extent
	// faults are the errors that any page reports. again counts the items that an earlier page had.
	faults []document.Sign
	again  int
	had    map[string]bool
}

func (c *compiled) maxPages() int { return cmp.Or(c.Paging.MaxPages, MaxPages) }

func (c *compiled) maxItems() int { return cmp.Or(c.Paging.MaxItems, MaxItems) }

// readPages reads a list to its end. Its errors are of type *apiclient.Error.
func (c *compiled) readPages(ctx context.Context, client *apiclient.Client, at Place) (*pages, error) {
	ctx, cancel := context.WithTimeout(ctx, listDeadline)
	defer cancel()
	all := &pages{of: c, order: document.NewOrder()}
	name, target := string(c.call), c.firstTarget(at)
	for number := 0; target != ""; number++ {
		if number == c.maxPages() {
			return nil, client.Unreadable(all.last, name, fmt.Sprintf("the list has more than %d pages", number), nil)
		}
		items, err := all.ask(ctx, client, target)
		if err != nil {
			return nil, err
		}
		came := all.came(items)
		all.extent.read(all.last.Answer(all.document), came)
		for _, sign := range all.extent.signs {
			if sign.Kind == document.Fault {
				all.faults = append(all.faults, sign)
			}
		}
		if !all.add(items, came) {
			break
		}
		if len(all.items) > c.maxItems() {
			return nil, client.Unreadable(all.last, name, fmt.Sprintf("the list has more than %d items", c.maxItems()), nil)
		}
		if target, err = all.next(client, target, len(came)); err != nil {
			return nil, client.Unreadable(all.last, name, "the next page cannot be asked for", err)
		}
	}
	return all, nil
}

// ask requests one page and finds its items.
func (p *pages) ask(ctx context.Context, client *apiclient.Client, target string) ([]any, error) {
	name := string(p.of.call)
	reply, err := client.Read(ctx, name, target)
	if err != nil {
		return nil, err
	}
	p.last = reply
	if reply.Exchange.Status == http.StatusNoContent {
		p.document = nil
		return nil, nil
	}
	if p.document, err = p.order.Decode(reply.Body); err != nil {
		return nil, client.Unreadable(reply, name, "the answer cannot be read", err)
	}
	p.document = document.Complete(p.document)
	items, err := found(p.of.list, p.document, p.order)
	if err != nil {
		return nil, client.Unreadable(reply, name, "the list was not found", err)
	}
	return items, nil
}

// add adds a page. A repeated page means that the service does not know the paging: add refuses it, because
// further requests would never end. Came are its items including filtered ones.
func (p *pages) add(items, came []any) bool {
	if p.count++; p.count == 1 && len(items) == 0 && p.of.list.SelectsMany() {
		p.note(p.of.list.String() + " selects nothing in " + document.Outline(p.document))
	}
	if p.count > 1 && len(came) > 0 && (document.Same(came, p.first) || document.Same(came, p.before)) {
		p.note(fmt.Sprintf("page %d came before already: the service does not seem to know this paging", p.count))
		return false
	}
	if p.count == 1 {
		p.first = came
	}
	p.noteAgain(came)
	p.before, p.items, p.entries = came, append(p.items, items...), append(p.entries, came...)
	if len(came) > 0 {
		p.filled++
	}
	return true
}

// noteAgain counts the items of a page that an earlier page had: where pages overlap, others are missing. A student is
// the same by number and class, whatever else has changed meanwhile.
func (p *pages) noteAgain(came []any) {
	if p.count > 1 && p.had == nil {
		p.had = make(map[string]bool, len(p.entries))
		for _, entry := range p.entries {
			p.had[p.identity(entry)] = true
		}
	}
	if p.had == nil {
		return
	}
	own := make(map[string]bool, len(came))
	for _, entry := range came {
		key := p.identity(entry)
		if own[key] = true; p.had[key] {
			p.again++
		}
	}
	maps.Copy(p.had, own)
}

// identity returns the same text for entries that are the same.
func (p *pages) identity(entry any) string {
	if p.of.call == Students {
		if item, _, usable := p.of.read(0, entry, p.order); usable {
			return p.of.key(item)
		}
	}
	return string(document.JSON(entry))
}

func (p *pages) note(reason string) {
	p.problems = append(p.problems, Problem{Position: -1, Reason: reason})
}

// found returns the items of a list. A path to one place must lead to an array. A path that selects many values
// selects the items, or arrays of items.
func found(list *document.Path, decoded any, order *document.Order) ([]any, error) {
	selected := list.All(decoded, order)
	if !list.SelectsMany() {
		if len(selected) == 1 {
			if array, ok := selected[0].([]any); ok {
				return array, nil
			}
		}
		return nil, fmt.Errorf("%s is not a list in %s", list, document.Outline(decoded))
	}
	items, _ := Parts(selected)
	return items, nil
}

// Parts joins lists to one, if a value is a list. An object in the place of a list counts as a list of one, since some
// services write one that way. When no value is a list, the values are the items.
func Parts(values []any) (items []any, areLists bool) {
	isList := func(value any) bool { _, ok := value.([]any); return ok }
	if !slices.ContainsFunc(values, isList) {
		return values, false
	}
	items = []any{}
	for _, value := range values {
		switch value := value.(type) {
		case []any:
			items = append(items, value...)
		case map[string]any:
			items = append(items, value)
		}
	}
	return items, true
}

func (c *compiled) firstTarget(at Place) string {
	target := Target(c.Path, at)
	if c.Paging.SizeParameter != "" {
		target = WithParameter(target, c.Paging.SizeParameter, strconv.Itoa(c.Paging.Size))
	}
	switch c.Paging.Kind {
	case PagingPage:
		target = WithParameter(target, c.Paging.Parameter, strconv.Itoa(c.Paging.First))
	case PagingOffset:
		target = WithParameter(target, c.Paging.Parameter, "0")
	case PagingNone, PagingCursor, PagingLink:
	}
	return target
}

// next returns the target of the page after the last one, which had items items, or "" at the list's end.
func (p *pages) next(client *apiclient.Client, target string, items int) (string, error) {
	paging := p.of.Paging
	switch paging.Kind {
	case PagingPage, PagingOffset:
		return p.counted(target, items), nil
	case PagingCursor, PagingLink:
		text, err := document.Text(p.of.cursor.First(p.document, p.order))
		switch {
		case paging.Kind == PagingLink && p.of.cursor == nil:
			return client.Follow(target, p.last.NextLink())
		case paging.Kind == PagingCursor && p.extent.ends(): // some services give a cursor on the last page too
			return "", nil
		case err != nil, text == "":
			return "", err
		case paging.Kind == PagingLink:
			return client.Follow(target, text)
		}
		return WithParameter(target, paging.Parameter, text), nil
	case PagingNone, "":
		if address := p.extent.address(p.of.Unrelated); address != "" {
			return client.Follow(target, address)
		}
	}
	return "", nil
}

func (p *pages) counted(target string, items int) string {
	paging := p.of.Paging
	total, known := p.total()
	if items == 0 || items < paging.Size || (known && int64(len(p.entries)) >= total) {
		return ""
	}
	count := len(p.entries)
	if paging.Kind == PagingPage {
		count = paging.First + p.count
	}
	return WithParameter(target, paging.Parameter, strconv.Itoa(count))
}

func (p *pages) total() (int64, bool) {
	text, err := document.Text(p.of.total.First(p.document, p.order))
	if err != nil {
		return 0, false
	}
	total, err := strconv.ParseInt(text, 10, 64)
	return total, err == nil
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
