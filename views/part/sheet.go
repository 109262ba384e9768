package part

import (
	"rollbook/web/language"
	"rollbook/web/roll"
)

// Sheet holds what all rows of one page share, with words that are looked up once.
type Sheet struct {
	words *language.Words
	// decide returns the address that takes the decision about a row in conflict; it is nil if the reader
	// cannot decide.
	decide func(save roll.Token) string
	// alone makes the cells parts of an answer: htmx finds the place of each by its id.
	alone bool
	// readOnly leaves out checkboxes and decisions.
	readOnly bool
	held     Held
	// brief leaves out of the rows the sentences that the page has once: about marks on their way, and about
	// questions.
	brief bool
	// underWay holds the words for a mark that is in Rollbook only, for readers who do not see its look.
	underWay map[roll.Outcome]string

	noMark, strip string
	families      [len(stripFamilies)]string // in the order of stripFamilies
}

// NewSheet looks up the words of a page's rows. Decide returns the address that takes the decision about a
// row in conflict.
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

// Alone makes the sheet's cells parts of an answer; htmx finds the place of each by its id.
func (s *Sheet) Alone() *Sheet {
	s.alone = true
	return s
}

// Held sets the reason why Rollbook keeps marks.
func (s *Sheet) Held(why Held) *Sheet {
	s.held = why
	return s
}

// Brief leaves out of the rows the sentences that the page has once.
func (s *Sheet) Brief() *Sheet {
	s.brief = true
	return s
}

// ReadOnly leaves out of the rows the checkboxes and the decisions.
func (s *Sheet) ReadOnly() *Sheet {
	s.readOnly = true
	return s
}

// familyName returns the family's name in class names and in keys of the catalogue.
func familyName(family roll.Family) string {
	if family == "" {
		return "unknown"
	}
	return string(family)
}
