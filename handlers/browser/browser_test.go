package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// windowsAtOnce is the number of tests that have a browser at the same time: each waits most
// of the time for a school system or for the disk.
const windowsAtOnce = 3

// TestInTheBrowser takes the whole program through a real browser: each test has a program
// and a window of its own.
func TestInTheBrowser(t *testing.T) {
	t.Parallel()
	inBrowsers(t, windowsAtOnce, browsertest.Open, rooms(t)...)
}

// TestTicksInTheBrowser goes back in history too, for which it needs a whole browser.
func TestTicksInTheBrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Log("short: ticks are tried without the program only")
		return
	}
	inBrowsers(t, 1, browsertest.OpenWhole, tickTests())
}

// inBrowsers runs the tests in so many browsers at once.
func inBrowsers(t *testing.T, atOnce int, open func(testing.TB) (*browsertest.Browser, bool), rooms ...map[string]func(*testing.T, *browsertest.Browser)) {
	t.Helper()
	browsers := make(chan *browsertest.Browser, atOnce)
	for range atOnce {
		browser, ok := open(t)
		if !ok {
			return
		}
		browsers <- browser
	}
	for _, some := range rooms {
		for name, test := range some {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				browser := <-browsers
				t.Cleanup(func() { browsers <- browser })
				test(t, browser)
			})
		}
	}
}

// rooms returns the tests by the part of the program that they go through. Where tests are asked to be
// short those of a teacher's morning stand for all.
func rooms(t *testing.T) []map[string]func(*testing.T, *browsertest.Browser) {
	t.Helper()
	morning := []map[string]func(*testing.T, *browsertest.Browser){takingTests()}
	if testing.Short() {
		t.Log("short: a teacher's morning only")
		return morning
	}
	return append(morning, doorTests(), officeTests(), awayTests(), troubleTests(), pageTests(), connectTests(), listTests(), keyTests(), evacuationTests(), apptest.CalendarTests(),
		dayTests(), coverTests(), tapTests(), offlineTests(), leftTests(), paperTests(), roomTests(), speedTests(),
		firstStartTests(), peopleTests(), zoomTests())
}

// signIn fills the form that is shown.
func signIn(u *apptest.User, email string) {
	u.T.Helper()
	u.Wait(`document.querySelector("[name=password]")`)
	u.Click("[name=email]")
	u.Type("a", kb.ModifierCtrl)
	u.Type(email + kb.Tab + apptest.EveryPassword + kb.Enter)
	u.Wait(`!document.querySelector("[name=password]")`)
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

// wantAccessible checks the page in both themes and all windows, and leaves pictures
// with the name.
func wantAccessible(u *apptest.User, name string) {
	u.T.Helper()
	u.InEachLook(browsertest.Looks(u.T), func(look browsertest.Look) {
		u.T.Helper()
		u.Picture(fmt.Sprintf("%s-%d-%s", name, look.Width, look.Theme))
		for _, violation := range u.Violations() {
			u.T.Errorf("%s at %d %s: %s at %q", name, look.Width, look.Theme, violation.Rule, violation.Nodes)
		}
		if wide := u.Number("document.documentElement.scrollWidth - innerWidth"); wide > 0 {
			u.T.Errorf("%s at %d: %v px stand out at the side", name, look.Width, wide)
		}
	})
	u.Size(1280, 720)
}

// says tells whether the page shows the texts somewhere.
func says(u *apptest.User, texts ...string) bool {
	u.T.Helper()
	shown := u.Text("document.body.innerText")
	return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(shown, text) })
}
