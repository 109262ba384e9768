package taking

import (
	"cmp"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// compared returns the result of comparing a day with the school system's in one sentence.
func compared(p *layout.Page, made *roll.Comparison) string {
	clock := p.ClockOf(made.ReadAt)
	if len(made.Differences) == 0 {
		return p.Words.Count("comparison.all_same", made.Same, "Clock", clock)
	}
	return p.Words.Count("comparison.differ", len(made.Differences), "Clock", clock, "Same", p.Words.Number(made.Same))
}

// ComparisonView lists today's marks that differ between Rollbook and the school system.
type ComparisonView struct {
	layout.Page
	Date roll.Date
	// Made is nil before a comparison.
	Made *roll.Comparison
	Rows []DifferenceRow
}

// DifferenceRow is a student whose marks differ.
type DifferenceRow struct {
	roll.Difference
	Name, Class string
}

// status returns the status's name, or the words for no status.
func (v *ComparisonView) status(name string) string {
	return cmp.Or(name, v.Words.Text("comparison.none"))
}
