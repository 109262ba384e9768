package layout

import (
	"encoding/json"
	"fmt"
	"strings"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// Keeping describes what a tablet at a classroom door keeps for times without a network: its pages of
// today, with the names of its classes, until the day ends by the server's clock; and rolls that were
// not saved yet, with opaque ids, times and tokens and no name.
type Keeping struct {
	// Owner stands for the tablet, and for what it may show, in a form that nobody can read.
	Owner string
	// Storage names the taps and rolls that it has not sent: the school, a point, and auth.Tokens.Storage.
	Storage string
	// ShowsTiles is true on the page with the names, which sends the taps itself and needs no other script.
	ShowsTiles bool
	// Rolls are the addresses of the rolls of its classes.
	Rolls map[roll.ClassID]string
	// Reported are the rolls that it keeps, as it said last: roll.KeptRolls.
	Reported string
	// Zone is the school's, as browsers know it; empty for that of the device.
	Zone string
	// Pages are the addresses of the pages that are kept.
	Pages []string
	// Clock is the time at which the page was made, as Words.Clock writes it.
	Clock string
	// Day is today, written out.
	Day string
	// NetworkKey is auth.Tokens.NetworkKey.
	NetworkKey string
	// AsOf is the key of the sentence that says, where the page is shown without a network, how old it is.
	AsOf language.Key
}

func (p *Page) asOf() string { return p.Words.Text(p.Keeping.AsOf, "Clock", p.Keeping.Clock) }

// rolls are Rolls for the script.
func (k *Keeping) rolls() (string, error) {
	text, err := json.Marshal(k.Rolls)
	if err != nil {
		return "", fmt.Errorf("write the addresses of rolls: %w", err)
	}
	return string(text), nil
}

func (k *Keeping) addresses() string { return strings.Join(k.Pages, " ") }
