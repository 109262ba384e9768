package browsertest

import (
	"fmt"
	"os"
	"testing"
)

// Look is a theme and a window size, in CSS pixels.
type Look struct {
	Theme         string
	Width, Height int
}

// Looks returns the looks that tests check for every state of every page: light and dark, each at three
// widths. Short tests check one look, the narrowest and dark.
func Looks(t testing.TB) []Look {
	t.Helper()
	if testing.Short() {
		t.Log("short: dark at 360 only")
		return []Look{{"dark", 360, 740}}
	}
	return []Look{
		{"light", 1280, 720}, {"light", 768, 1024}, {"light", 360, 740},
		{"dark", 1280, 720}, {"dark", 768, 1024}, {"dark", 360, 740},
	}
}

// AllLooks reports whether the environment variable LOOKS is "all", as .ci/test.go sets it: tests then look at each
// state and each window, and otherwise at the usual ones.
func AllLooks() bool { return os.Getenv("LOOKS") == "all" }

// OpenInEachLook opens the page at the address, which takes its theme from the field theme, and calls check
// in each of the looks.
func (tab *Tab) OpenInEachLook(looks []Look, address string, check func(Look)) {
	tab.t.Helper()
	tab.Size(looks[0].Width, looks[0].Height)
	tab.Go(address + "?theme=" + looks[0].Theme)
	tab.InEachLook(looks, check)
}

// InEachLook shows the open page in each of the looks and calls check, as if a user turned the device and
// changed the theme. Violations takes most of the time: in the first look it checks all rules, in the last
// look those about colours, because a theme changes nothing but colours. With AllLooks it checks all rules in each
// window.
func (tab *Tab) InEachLook(looks []Look, check func(Look)) {
	tab.t.Helper()
	checked, all := make(map[[2]int]bool), AllLooks()
	for i, look := range looks {
		window := [2]int{look.Width, look.Height}
		tab.Text(fmt.Sprintf("document.documentElement.dataset.theme = %q", look.Theme))
		tab.Size(look.Width, look.Height)
		switch {
		case i == 0 || all && !checked[window]:
			tab.rules = allRules
		case all || i == len(looks)-1:
			tab.rules = colourRules
		default:
			tab.rules = noRules
		}
		check(look)
		checked[window] = true
	}
	tab.rules = allRules
}
