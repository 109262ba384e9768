package apiclient

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

func (r listReading) firstTarget(values placeholders) (string, error) {
	target := fill(r.path, values)
	if err := checkTarget(target); err != nil { // a value such as ".." can change a path
		return "", err
	}
	if r.paging.SizeParameter != "" {
		target = withParameter(target, r.paging.SizeParameter, strconv.Itoa(r.paging.Size))
	}
	switch r.paging.Kind {
	case PagingPage:
		target = withParameter(target, r.paging.Parameter, strconv.Itoa(r.paging.First))
	case PagingOffset:
		target = withParameter(target, r.paging.Parameter, "0")
	case PagingNone, PagingCursor, PagingLink:
	}
	return target, nil
}

// nextTarget returns where the next page is, empty when the list is at its end.
func (c *Client) nextTarget(r listReading, target string, page page, all pages) (string, error) {
	switch r.paging.Kind {
	case PagingPage, PagingOffset:
		return r.countedTarget(target, page, all), nil
	case PagingCursor:
		cursor, err := textOf(r.cursor.first(page.document, all.order))
		if err != nil || cursor == "" {
			return "", err
		}
		return withParameter(target, r.paging.Parameter, cursor), nil
	case PagingLink:
		next := nextLink(page.reply.header.Values("Link"))
		if r.cursor != nil {
			address, err := textOf(r.cursor.first(page.document, all.order))
			if err != nil {
				return "", err
			}
			next = address
		}
		return c.linkTarget(target, next)
	case PagingNone:
	}
	return "", nil
}

func (r listReading) countedTarget(target string, page page, all pages) string {
	total, known := all.total(r)
	if len(page.items) == 0 || len(page.items) < r.paging.Size || (known && int64(len(all.items)) >= total) {
		return ""
	}
	count := len(all.items)
	if r.paging.Kind == PagingPage {
		count = r.paging.First + all.count
	}
	return withParameter(target, r.paging.Parameter, strconv.Itoa(count))
}

func (p *pages) total(r listReading) (int64, bool) {
	text, err := textOf(r.total.first(p.last, p.order))
	if err != nil {
		return 0, false
	}
	total, err := strconv.ParseInt(text, 10, 64)
	return total, err == nil
}

// compareTotal notes a list that is shorter than the service says.
func (p *pages) compareTotal(r listReading) {
	if total, known := p.total(r); known && total > int64(len(p.items)) {
		p.note(fmt.Sprintf("the service counts %d items, %d came", total, len(p.items)))
	}
}

// linkTarget follows an address that an answer gives for its next page, but never away from the base
// address: the credentials go with every request.
func (c *Client) linkTarget(target, next string) (string, error) {
	if next == "" {
		return "", nil
	}
	here, err := url.Parse(c.base.String() + target)
	if err != nil {
		return "", err
	}
	there, err := here.Parse(next)
	if err != nil {
		return "", errors.New("the link to the next page holds no address")
	}
	there.Fragment = ""
	rest, under := strings.CutPrefix(there.String(), c.base.String()+"/")
	if !under {
		return "", errors.New("the link to the next page leads to another address")
	}
	return "/" + rest, checkTarget("/" + rest)
}

// nextLink finds the target of rel="next" in Link header values.
func nextLink(values []string) string {
	for link := range strings.SplitSeq(strings.Join(values, ","), "<") {
		address, parameters, ok := strings.Cut(link, ">")
		if !ok {
			continue
		}
		for parameter := range strings.FieldsFuncSeq(parameters, func(r rune) bool { return r == ';' || r == ',' }) {
			name, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
			relations := strings.Fields(strings.ToLower(strings.Trim(value, `"`)))
			if strings.EqualFold(name, "rel") && len(relations) > 0 && relations[0] == "next" {
				return address
			}
		}
	}
	return ""
}
