package browsertest

import (
	"fmt"
	"testing"
)

// Look is a theme and a window, in CSS pixels, in which people see a page.
type Look struct {
	Theme         string
	Width, Height int
}

// Looks are those in which every state of every page is checked: light and dark, each at
// three widths. Where tests are asked to be short, one of each theme stands for all, the
// widest and the narrowest, and InEachLook loads a page once.
func Looks(t testing.TB) []Look {
	t.Helper()
	if testing.Short() {
		t.Log("short: light at 1280 and dark at 360 only, no page loaded again for the second")
		return []Look{{"light", 1280, 720}, {"dark", 360, 740}}
	}
	return []Look{
		{"light", 1280, 720}, {"light", 768, 1024}, {"light", 360, 740},
		{"dark", 1280, 720}, {"dark", 768, 1024}, {"dark", 360, 740},
	}
}

// InEachLook opens the page at the address, which takes its theme from the field theme,
// in each of the looks for the check.
func (tab *Tab) InEachLook(looks []Look, address string, check func(Look)) {
	tab.t.Helper()
	for i, look := range looks {
		tab.Size(look.Width, look.Height)
		if i > 0 && testing.Short() {
			tab.Text(fmt.Sprintf("document.documentElement.dataset.theme = %q", look.Theme))
		} else {
			tab.Go(address + "?theme=" + look.Theme)
		}
		check(look)
	}
}
