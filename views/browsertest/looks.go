package browsertest

import "testing"

// Look is a theme and a window, in CSS pixels, in which people see a page.
type Look struct {
	Theme         string
	Width, Height int
}

// Looks are those in which every state of every page is checked: light and dark, each at
// three widths. Where tests are asked to be short, one of each theme stands for all: the
// widest and the narrowest.
func Looks(t testing.TB) []Look {
	t.Helper()
	if testing.Short() {
		t.Log("short: light at 1280 and dark at 360 only")
		return []Look{{"light", 1280, 720}, {"dark", 360, 740}}
	}
	return []Look{
		{"light", 1280, 720}, {"light", 768, 1024}, {"light", 360, 740},
		{"dark", 1280, 720}, {"dark", 768, 1024}, {"dark", 360, 740},
	}
}
