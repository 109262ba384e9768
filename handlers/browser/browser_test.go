package browser_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// TestInTheBrowser tests the whole program in a real browser: each test has its own program and window.
func TestInTheBrowser(t *testing.T) {
	t.Parallel()
	apptest.InBrowsers(t, browsertest.Open, rooms(t)...)
}

// rooms returns the tests by the part of the program they use. Short tests use only those of a teacher's
// morning.
func rooms(t *testing.T) []apptest.BrowserTests {
	t.Helper()
	morning := []apptest.BrowserTests{takingTests()}
	if testing.Short() {
		t.Log("short: a teacher's morning only")
		return morning
	}
	return append(morning, officeTests(), awayTests(), troubleTests(), pageTests(), evacuationTests(), calendarTests(), teacherTests(),
		dayTests(), knownTests(), coverTests(), paperTests(), roomTests(), speedTests(),
		zoomTests(), passkeyTests(), galleryTests())
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
