package layout

import (
	"strings"

	"rollbook/web/language"
)

// Keeping is what a tablet at a classroom door keeps for when there is no network: its pages of
// today, with the names of its classes, until the day ends by the server's clock; and rolls that were
// not saved yet, with opaque ids, times and tokens and no name.
type Keeping struct {
	// Owner stands for the tablet, and for what it may show, in a form that nobody can read.
	Owner string
	// Pages are the addresses of the pages that are kept.
	Pages []string
	// Clock is when the page was made, as Words.Clock writes it.
	Clock string
	// Day is today, written out.
	Day string
	// OfClass is true on the page of one class.
	OfClass bool
}

// asOf says how old a page is that is shown without a network.
func (p *Page) asOf() string {
	key := language.Key("door.as_of_page")
	if p.Keeping.OfClass {
		key = "door.as_of"
	}
	return p.Words.Text(key, "Clock", p.Keeping.Clock)
}

func (k *Keeping) addresses() string { return strings.Join(k.Pages, " ") }
