package layout

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
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

// Awake holds the times that let a tablet at a classroom door follow the server's clock.
type Awake struct {
	// Now is the time when the page was made, Ends the end of the page's day.
	Now, Ends time.Time
}

func milliseconds(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }
