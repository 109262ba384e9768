package office

import (
	"slices"
	"strings"

	"rollbook/web/language"
	"rollbook/web/paths"
)

// DayAway is a student who is away: absent, or excused.
type DayAway struct {
	// Class is the class's name, Place its place in the school's list and Roll its roll of the day.
	Class string
	Place int
	Roll  paths.RollQuery
	Name  string
	// Status is the mark's status, with the class of its colours (one of f-...) and its letter.
	Status, Look, Letter string
	// Kept is true for a mark that is in Rollbook only.
	Kept bool
	// Clock is the time of the mark, as Words.Clock writes it, or the words for a mark made in the school
	// system.
	Clock string
}

// awayByClass returns the students who are away, grouped by class.
func (p *DayParts) awayByClass() [][]DayAway {
	var classes [][]DayAway
	for i, one := range p.Away {
		if i == 0 || one.Place != p.Away[i-1].Place {
			classes = append(classes, nil)
		}
		classes[len(classes)-1] = append(classes[len(classes)-1], one)
	}
	return classes
}

// awayCounts returns the number of students who are away for each status, in one line.
func (p *DayParts) awayCounts(w *language.Words) string {
	var statuses []string
	counts := make(map[string]int)
	for _, one := range p.Away {
		if counts[one.Status]++; !slices.Contains(statuses, one.Status) {
			statuses = append(statuses, one.Status)
		}
	}
	texts := make([]string, len(statuses))
	for i, status := range statuses {
		texts[i] = w.Text("roll.counted", "Count", w.Number(counts[status]), "Status", status)
	}
	return strings.Join(texts, " · ")
}
