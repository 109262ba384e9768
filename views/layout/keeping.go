package layout

import (
	"encoding/json"
	"fmt"
	"strings"
)

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
