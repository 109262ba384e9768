package browser_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// TestInTheBrowser tests the whole program in a real browser: each test has its own program and window.
// A teacher's morning comes first.
func TestInTheBrowser(t *testing.T) {
	t.Parallel()
	var further []apptest.BrowserTests
	if testing.Short() {
		t.Log("short: a teacher's morning only")
	} else {
		further = append(further, officeTests(), awayTests(), troubleTests(), pageTests(), evacuationTests(),
			calendarTests(), teacherTests(), dayTests(), knownTests(), coverTests(), paperTests(), roomTests(),
			speedTests(), zoomTests(), passkeyTests(), galleryTests())
	}
	apptest.InBrowsers(t, browsertest.Open, takingTests(), further...)
}

// wantHands fails if more taps or keys were used than allowed.
func wantHands(u *apptest.User, taps, keys int) {
	u.T.Helper()
	u.T.Logf("%d taps, %d keys", u.Taps, u.Keys)
	if u.Taps > taps || u.Keys > keys {
		u.T.Errorf("it took %d taps and %d keys, more than %d and %d", u.Taps, u.Keys, taps, keys)
	}
	if u.Number("scrollY") != 0 {
		u.T.Errorf("the page scrolled by %v px", u.Number("scrollY"))
	}
}
