package part

import (
	"cmp"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// SheetOptions change the parts of a sheet's rows.
type SheetOptions struct {
	// Alone makes the cells parts of an answer: htmx finds the place of each by its id.
	Alone bool
	// ReadOnly leaves out checkboxes and decisions.
	ReadOnly bool
	// Brief leaves out of the rows the sentences that the page has once: about marks on their way, and about
	// questions.
	Brief bool
	// Held is the reason why Rollbook keeps marks.
	Held Held
}

// Sheet has the parts that all rows of one page share, with words that are looked up once.
type Sheet struct {
	SheetOptions
	words *language.Words
	// decide returns the address that takes the decision about a row in conflict; it is nil if the reader
	// cannot decide.
	decide func(save roll.Token) string
	// underWay holds the words for a mark that is in Rollbook only, for readers who do not see its look.
	underWay map[roll.Outcome]string

	noMark, strip string
	families      [len(stripFamilies)]string // in the order of stripFamilies
}

// NewSheet looks up the words of a page's rows. Decide returns the address that takes the decision about a
// row in conflict.
func NewSheet(words *language.Words, decide func(save roll.Token) string, options SheetOptions) *Sheet {
	sheet := &Sheet{
		SheetOptions: options, words: words, decide: decide, noMark: words.Text("roll.no_mark"),
		strip: words.Text("roll.strip"),
		underWay: map[roll.Outcome]string{ //nolint:exhaustive // The other outcomes need no words.
			roll.Waiting: words.Text("roll.on_its_way"), roll.Confirming: words.Text("roll.no_reply"),
			roll.Stopped: words.Text("roll.kept_only"),
		},
	}
	for i, family := range stripFamilies {
		sheet.families[i] = words.Text(language.FamilyKeys.Of(familyName(family)))
	}
	return sheet
}

// familyName returns the family's name in class names and in keys of the catalogue.
func familyName(family roll.Family) string { return cmp.Or(string(family), "unknown") }
