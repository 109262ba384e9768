package part

import (
	"rollbook/web/language"
	"rollbook/web/roll"
)

// Sheet holds what all rows of one page share: their words, looked up once.
type Sheet struct {
	words *language.Words
	// decide returns the address to which the decision about a row in conflict is posted; it is nil where
	// nobody can decide.
	decide func(save roll.Token) string
	// alone cells are parts of an answer: htmx puts each in its place by its id.
	alone bool
	// readOnly rows have nothing to tick or to decide.
	readOnly bool
	held     Held
	// brief rows leave unsaid what the page says once: what is on its way, and what is asked.
	brief bool
	// underWay are the words for a mark that is in Rollbook only, for those who do not see how it is drawn.
	underWay map[roll.Outcome]string

	noMark, strip string
	families      [len(stripFamilies)]string // in the order of stripFamilies
}

// NewSheet looks up the words of the rows of a page. Decide gives the address to
// which the decision about a row in conflict is posted.
func NewSheet(words *language.Words, decide func(save roll.Token) string) *Sheet {
	sheet := &Sheet{
		words:    words,
		decide:   decide,
		noMark:   words.Text("roll.no_mark"),
		strip:    words.Text("roll.strip"),
		underWay: make(map[roll.Outcome]string),
	}
	sheet.underWay[roll.Waiting] = words.Text("roll.on_its_way")
	sheet.underWay[roll.Confirming] = words.Text("roll.no_reply")
	sheet.underWay[roll.Stopped] = words.Text("roll.kept_only")
	for i, family := range stripFamilies {
		sheet.families[i] = words.Text(language.FamilyKeys.Of(familyName(family)))
	}
	return sheet
}

// Alone makes the cells of a sheet parts of an answer, each put in place by its id.
func (s *Sheet) Alone() *Sheet {
	s.alone = true
	return s
}

// Held says why marks that are on their way do not go by themselves.
func (s *Sheet) Held(why Held) *Sheet {
	s.held = why
	return s
}

// Brief leaves out of the rows what the page says once for all of them.
func (s *Sheet) Brief() *Sheet {
	s.brief = true
	return s
}

// ReadOnly makes the rows of a sheet a list to read.
func (s *Sheet) ReadOnly() *Sheet {
	s.readOnly = true
	return s
}

// familyName returns the family as class names and keys of the catalogue have it.
func familyName(family roll.Family) string {
	if family == "" {
		return "unknown"
	}
	return string(family)
}
