package mapping

import (
	"fmt"
	"slices"

	"rollbook/apiclient/document"
)

// extent collects what the pages of a list say of its length.
type extent struct {
	// last is the last page, full the last that had items.
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

// address returns the address of the next page that the last page gives, but for those that mean something else.
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

// ends tells whether the last page says that nothing follows.
func (e *extent) ends() bool {
	is := func(kind document.SignKind) bool {
		return slices.ContainsFunc(e.signs, func(sign document.Sign) bool { return sign.Kind == kind })
	}
	return is(document.End) && !is(document.More)
}

// Gap is a reason to think that a list was not read to its end.
type Gap struct {
	document.Sign
	// Read counts the items, or pages, that were read of so many.
	Read int
}

// String says what is missing, in English for the log.
func (g Gap) String() string {
	if g.Kind == document.Total || g.Kind == document.Pages {
		return fmt.Sprintf("%s says %d, %d were read", g.Place, g.Number, g.Read)
	}
	return fmt.Sprintf("%s says that the list goes on after %d", g.Place, g.Read)
}

// gaps holds what the answers say of the list's length against what was read of it, before anything was left out.
// Where all that the service counts came, or the last page was empty, nothing else can follow.
func (p *pages) gaps() []Gap {
	var gaps []Gap
	note := func(sign document.Sign, read int) {
		known := func(gap Gap) bool { return gap.Place == sign.Place && gap.Number <= sign.Number }
		if !slices.Contains(p.of.Unrelated, sign.Place) && !slices.ContainsFunc(gaps, known) {
			gaps = append(gaps, Gap{sign, read})
		}
	}
	if p.noteTotals(note) || p.count > 1 && len(p.extent.last.Items) == 0 {
		return gaps
	}
	for _, sign := range p.extent.signs {
		points := sign.Kind == document.Address || sign.Kind == document.Cursor || sign.Kind == document.Mark
		if sign.Kind == document.More || points && !p.extent.ends() {
			note(sign, len(p.entries))
		}
	}
	return gaps
}

// noteTotals notes the totals that are greater than what was read, and tells whether one says that all came.
func (p *pages) noteTotals(note func(sign document.Sign, read int)) (whole bool) {
	seen := len(p.entries)
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
