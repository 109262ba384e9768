package taking

import (
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// ComparisonSummary is the outcome of comparing a day with the school system's.
type ComparisonSummary struct {
	// Clock is the time at which the school system was read, as Words.Clock writes it.
	Clock        string
	Same, Differ int
}

// text is the outcome in one sentence.
func (s *ComparisonSummary) text(w *language.Words) string {
	if s.Differ == 0 {
		return w.Count("comparison.all_same", s.Same, "Clock", s.Clock)
	}
	return w.Count("comparison.differ", s.Differ, "Clock", s.Clock, "Same", w.Number(s.Same))
}

// ComparisonView lists today's marks that are not the same in Rollbook and in the school
// system.
type ComparisonView struct {
	layout.Page
	Date roll.Date
	// Summary is nil while nothing was compared.
	Summary *ComparisonSummary
	Rows    []DifferenceRow
}

// DifferenceRow is a student whose mark is not the same.
type DifferenceRow struct {
	Name, Class string
	// Here and There are the statuses; either is empty where there is no mark.
	Here, There string
	// History leads to all that happened to the student's mark.
	History string
}

// status returns a status, or says that there is none.
func (v *ComparisonView) status(name string) string {
	if name == "" {
		return v.Words.Text("comparison.none")
	}
	return name
}
