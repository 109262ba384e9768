package mapping

import (
	"fmt"
	"slices"

	"rollbook/apiclient/document"
)

// extent collects the signs of all pages about the list's length.
type extent struct {
	// last is the last page, full the last page with items.
	last, full    document.Answer
	signs, totals []document.Sign
}

func (e *extent) read(answer document.Answer, items []any) {
	answer.Items = items
	e.last, e.signs = answer, answer.Signs()
	if len(items) > 0 || e.totals == nil {
		e.full, e.totals = answer, e.signs
	}
}

// address returns the next page's address from the last page. It ignores unrelated places.
func (e *extent) address(unrelated []string) string {
	if e.ends() || len(e.last.Items) == 0 {
		return ""
	}
	for _, sign := range e.signs {
		if sign.Kind == document.Address && e.last.IsWhole(sign) && !slices.Contains(unrelated, sign.Place) {
			return sign.Text
		}
	}
	return ""
}

// ends reports whether the last page says that nothing follows.
func (e *extent) ends() bool {
	has := func(kind document.SignKind) bool {
		return slices.ContainsFunc(e.signs, func(sign document.Sign) bool { return sign.Kind == kind })
	}
	return has(document.End) && !has(document.More)
}

// Gap is a sign that a list was not read to its end.
type Gap struct {
	document.Sign
	// Read counts the items or pages that were read.
	Read int
}

// String describes the gap in English for the log.
func (g Gap) String() string {
	switch g.Kind {
	case document.Total, document.Pages:
		return fmt.Sprintf("%s says %d, %d were read", g.Place, g.Number, g.Read)
	case document.Fault:
		return g.Place + " says that something went wrong"
	case document.Repeats:
		return fmt.Sprintf("all %d classes have the same students", g.Number)
	case document.Overlap:
		return fmt.Sprintf("%d items are in two pages", g.Number)
	case document.Several:
		return fmt.Sprintf("%s has more entries than the first for %d", g.Place, g.Number)
	case document.More, document.End, document.Address, document.Cursor, document.Mark, document.Page, document.Offset,
		document.Full, document.Last:
	}
	return fmt.Sprintf("%s says that the list goes on after %d", g.Place, g.Read)
}

// gaps compares the signs of the answers with the items read, before any were left out. It ignores next-page
// signs when a total is complete or the last page was empty.
func (p *pages) gaps() []Gap {
	var gaps []Gap
	note := func(sign document.Sign, read int) {
		known := func(gap Gap) bool { return gap.Place == sign.Place && gap.Number <= sign.Number }
		if !slices.Contains(p.of.Unrelated, sign.Place) && !slices.ContainsFunc(gaps, known) {
			gaps = append(gaps, Gap{sign, read})
		}
	}
	whole := p.noteTotals(note)
	p.noteFirsts(note)
	for _, sign := range p.faults {
		note(sign, len(p.entries))
	}
	if p.again > 0 && !whole && len(gaps) == 0 {
		note(document.Sign{Kind: document.Overlap, Place: "pages", Number: int64(p.again)}, len(p.entries))
	}
	if whole || p.count > 1 && len(p.extent.last.Items) == 0 {
		return gaps
	}
	linked := p.count > 1 && p.of.Paging.Kind == PagingLink // then a page without a link is the last
	for _, sign := range p.extent.signs {
		if p.saysMore(sign, linked) {
			note(sign, len(p.entries))
		}
	}
	return gaps
}

// saysMore reports whether the sign says that the list goes on. In a linked list a mark says nothing.
func (p *pages) saysMore(sign document.Sign, linked bool) bool {
	points := sign.Kind == document.Address || sign.Kind == document.Cursor || sign.Kind == document.Mark && !linked
	return sign.Kind == document.More || points && !p.extent.ends() || sign.Kind == document.Full && !p.saysAll()
}

// noteTotals notes the totals that exceed the items read, and reports whether one total was reached.
func (p *pages) noteTotals(note func(sign document.Sign, read int)) (whole bool) {
	seen := len(p.entries) - p.again
	for _, sign := range p.extent.totals {
		read, isPart := seen, !p.extent.full.IsWhole(sign)
		if isPart {
			read = sign.Below
		}
		switch {
		case isPart && p.filled > 1: // a class may stand on two pages
		case sign.Kind == document.Total && sign.Number > int64(read):
			note(sign, read)
		case sign.Kind == document.Total && sign.Number == int64(seen) && p.count > 1:
			whole = true
		case sign.Kind == document.Pages && sign.Number > int64(p.count):
			note(sign, p.count)
		}
	}
	return whole
}

// noteFirsts notes each list inside the items that has more entries than the first one, which alone is read.
func (p *pages) noteFirsts(note func(sign document.Sign, read int)) {
	for _, first := range p.of.firsts {
		sign := document.Sign{Kind: document.Several}
		for _, item := range p.items {
			entries := first.All(item, p.order)
			if !first.SelectsMany() {
				entries, _ = first.First(item, p.order).([]any)
			}
			if len(entries) > 1 {
				sign.Number++
			}
		}
		if sign.Place = first.String(); sign.Number > 0 {
			note(sign, len(p.entries))
		}
	}
}

// isSilent reports whether the list is one page and nothing says that it is whole.
func (p *pages) isSilent() bool { return p.count == 1 && !p.saysAll() }

// saysAll reports whether the service announced the end of the list.
func (p *pages) saysAll() bool {
	return p.extent.ends() || slices.ContainsFunc(p.extent.signs, func(sign document.Sign) bool {
		return sign.Kind == document.Last ||
			sign.Kind == document.Total && sign.Number <= int64(len(p.entries)) ||
			sign.Kind == document.Pages && sign.Number <= int64(p.count)
	})
}
