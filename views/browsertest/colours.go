package browsertest

import (
	"github.com/chromedp/cdproto/emulation"
)

// ForcedColours shows pages in the system's colours, as people do who need a strong contrast (CSS Color
// Adjustment, section 3).
func (tab *Tab) ForcedColours() {
	tab.t.Helper()
	Run(tab, Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}},
	}))
}
