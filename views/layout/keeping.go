package layout

import (
	"encoding/json"
	"fmt"
	"strings"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// Keeping describes the data that a tablet at a classroom door keeps for times without a network: its pages
// of today, with the names of its classes, until the day ends by the server's clock; and rolls that are not
// saved yet, with opaque ids, times and tokens and no name.
type Keeping struct {
	// Owner is an opaque value for the tablet and for the data it may show.
	Owner string
	// Storage is the name under which the tablet stores unsent taps and rolls: the school, a point, and
	// auth.Tokens.Storage.
	Storage string
	// ShowsTiles is true on the page with the names, which sends taps itself and needs no other script.
	ShowsTiles bool
	// Rolls are the addresses of the rolls of its classes.
	Rolls map[roll.ClassID]string
	// Reported lists the rolls of the tablet's last report: roll.KeptRolls.
	Reported string
	// Zone is the school's time zone, as browsers name it; empty means the device's.
	Zone string
	// Pages lists the addresses of the pages to keep.
	Pages []string
	// Clock is the time when the page was made, as Words.Clock writes it.
	Clock string
	// Day is today's date in words.
	Day string
	// NetworkKey is auth.Tokens.NetworkKey.
	NetworkKey string
	// AsOf is the key of the sentence that gives the page's age when it is shown without a network.
	AsOf language.Key
}

func (p *Page) asOf() string { return p.Words.Text(p.Keeping.AsOf, "Clock", p.Keeping.Clock) }

// rolls returns Rolls as JSON for the script.
func (k *Keeping) rolls() (string, error) {
	text, err := json.Marshal(k.Rolls)
	if err != nil {
		return "", fmt.Errorf("write the addresses of rolls: %w", err)
	}
	return string(text), nil
}

func (k *Keeping) addresses() string { return strings.Join(k.Pages, " ") }
