package taking

import (
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// ComparisonSummary is the result of comparing a day with the school system's.
type ComparisonSummary struct {
	// Clock is the time when Rollbook read the school system, as Words.Clock writes it.
	Clock        string
	Same, Differ int
}

// text returns the result in one sentence.
func (s *ComparisonSummary) text(w *language.Words) string {
	if s.Differ == 0 {
		return w.Count("comparison.all_same", s.Same, "Clock", s.Clock)
	}
	return w.Count("comparison.differ", s.Differ, "Clock", s.Clock, "Same", w.Number(s.Same))
}

// ComparisonView lists today's marks that differ between Rollbook and the school system.
type ComparisonView struct {
	layout.Page
	Date roll.Date
	// Summary is nil before a comparison.
	Summary *ComparisonSummary
	Rows    []DifferenceRow
}

// DifferenceRow is a student whose marks differ.
type DifferenceRow struct {
	Name, Class string
	// Here and There are the statuses; either is empty if there is no mark.
	Here, There string
	// History is the address of the mark's history.
	History string
}

// status returns the status's name, or the words for no status.
func (v *ComparisonView) status(name string) string {
	if name == "" {
		return v.Words.Text("comparison.none")
	}
	return name
}
