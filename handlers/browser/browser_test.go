package browser_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// TestInTheBrowser takes the whole program through a real browser: each test has a program
// and a window of its own.
func TestInTheBrowser(t *testing.T) {
	t.Parallel()
	apptest.InBrowsers(t, browsertest.Open, rooms(t)...)
}

// rooms returns the tests by the part of the program that they go through. Where tests are asked to be
// short those of a teacher's morning stand for all.
func rooms(t *testing.T) []apptest.BrowserTests {
	t.Helper()
	morning := []apptest.BrowserTests{takingTests()}
	if testing.Short() {
		t.Log("short: a teacher's morning only")
		return morning
	}
	return append(morning, officeTests(), awayTests(), troubleTests(), pageTests(), evacuationTests(), apptest.CalendarTests(),
		dayTests(), coverTests(), paperTests(), roomTests(), speedTests(),
		zoomTests())
}

// wantHands fails when more taps or keys were needed than may be.
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
