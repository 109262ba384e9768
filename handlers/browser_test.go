package handlers_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rollbook/views/browsertest"
)

// windowsAtOnce is how many tests have a browser at the same time: one of them waits most
// of the time for a school system or for the disk.
const windowsAtOnce = 3

// TestInTheBrowser takes the whole program through a real browser: each test has a program
// and a window of its own.
func TestInTheBrowser(t *testing.T) {
	t.Parallel()
	browsers := make(chan *browsertest.Browser, windowsAtOnce)
	for range windowsAtOnce {
		browser, ok := browsertest.Open(t)
		if !ok {
			return
		}
		browsers <- browser
	}
	for _, some := range []map[string]func(*testing.T, *browsertest.Browser){
		takingTests(), troubleTests(), pageTests(), connectTests(), listTests(), keyTests(), evacuationTests(), calendarTests(), dayTests(), coverTests(), officeTests(), paperTests(), roomTests(), tickTests(),
	} {
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

// user is somebody at a browser; she counts what her hands do.
type user struct {
	*browsertest.Tab
	t          *testing.T
	program    *program
	taps, keys int
}

// userOf has signed in, without a browser, and arrives at the page of the classes, with
// nothing counted yet. Whoever tests signing in does so with signIn.
func (p *program) userOf(t *testing.T, browser *browsertest.Browser, email string) *user {
	t.Helper()
	u := &user{Tab: browser.Person(t), t: t, program: p}
	u.Size(1280, 720)
	u.Cookies(p.address, p.as(t, email).cookies())
	u.Go(p.address + "/")
	u.ready("a[href*='class=8B']")
	u.taps, u.keys = 0, 0
	return u
}

// signIn fills the form that is shown.
func (u *user) signIn(email string) {
	u.t.Helper()
	u.Wait(`document.querySelector("[name=password]")`)
	u.Click("[name=email]")
	u.Type("a", kb.ModifierCtrl)
	u.Type(email + kb.Tab + everyPassword + kb.Enter)
	u.Wait(`!document.querySelector("[name=password]")`)
}

// tap is a click at what is in sight: it fails where one would have to scroll. No hand is
// quicker than the eye: where rows have just moved it waits.
func (u *user) tap(selector string) {
	u.t.Helper()
	u.taps++
	u.Wait(fmt.Sprintf(`document.querySelector(%q) && !document.querySelector(%q).closest("[inert]")`, selector, selector))
	u.Wait(`!document.querySelector("#roll") || ` + still)
	if !u.True(inSight(selector)) {
		u.t.Errorf("%s is not in sight", selector)
	}
	u.Click(selector)
}

// inSight asks whether the middle of an element can be hit where it stands.
func inSight(selector string) string {
	return fmt.Sprintf(`(e => { const b = e.getBoundingClientRect(); const hit = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
		return hit && (e.contains(hit) || hit.contains(e)); })(document.querySelector(%q))`, selector)
}

// press is keys pressed one by one; one with modifiers counts once.
func (u *user) press(keys string, modifiers ...chromedp.Modifier) {
	u.t.Helper()
	u.keys += len([]rune(keys))
	u.Type(keys, modifiers...)
}

// wantHands fails when more taps or keys were needed than may be.
func (u *user) wantHands(taps, keys int) {
	u.t.Helper()
	u.t.Logf("%d taps, %d keys", u.taps, u.keys)
	if u.taps > taps || u.keys > keys {
		u.t.Errorf("it took %d taps and %d keys, more than %d and %d", u.taps, u.keys, taps, keys)
	}
	if u.Number("scrollY") != 0 {
		u.t.Errorf("the page scrolled by %v px", u.Number("scrollY"))
	}
}

// waitSaved waits until so many rows show the status as saved.
func (u *user) waitSaved(count int, status string) {
	u.t.Helper()
	u.Wait(fmt.Sprintf(`document.querySelectorAll("[data-outcome=saved]:has([data-status='%s'])").length === %d`, status, count))
}

// rows are the selectors of the rows at the places, from 0, by what is tapped.
func (u *user) row(place int) string {
	u.t.Helper()
	id := u.Text(fmt.Sprintf(`document.querySelectorAll("[data-enrolment]")[%d].dataset.enrolment`, place))
	return fmt.Sprintf("[data-enrolment='%s'] label", id)
}

// ticked are the places of the ticked rows.
func (u *user) ticked() string {
	u.t.Helper()
	return u.Text(`[...document.querySelectorAll("[data-enrolment]")].flatMap((e, i) => e.querySelector(":checked") ? [i] : [])`)
}

// open taps the class on the home page.
func (u *user) open(class string) {
	u.t.Helper()
	u.tap(fmt.Sprintf("a[href*='class=%s']", class))
	u.ready("#roll")
}

// ready waits for a page with the element, whose scripts have run too.
func (u *user) ready(selector string) {
	u.t.Helper()
	u.Wait(fmt.Sprintf(`document.querySelector(%q) && document.readyState === "complete"`, selector))
}

// status is the selector of a status in the bar.
func (u *user) status(name string) string {
	u.t.Helper()
	id := u.Text(fmt.Sprintf(`[...document.querySelectorAll("label:has([name=status])")].find(e => e.innerText.trim() === %q).querySelector("input").value`, name))
	return fmt.Sprintf("label:has([name=status][value='%s'])", id)
}

// picture leaves a picture for people to look at, in the folder that the variable PICTURES
// names.
func (u *user) picture(name string) {
	u.t.Helper()
	if folder := os.Getenv("PICTURES"); folder != "" {
		u.Picture(filepath.Join(folder, name+".png"))
	}
}

// wantAccessible checks what is shown in both themes and all windows, and leaves
// pictures named so.
func (u *user) wantAccessible(name string) {
	u.t.Helper()
	u.InEachLook(browsertest.Looks(u.t), func(look browsertest.Look) {
		u.t.Helper()
		u.picture(fmt.Sprintf("%s-%d-%s", name, look.Width, look.Theme))
		for _, violation := range u.Violations() {
			u.t.Errorf("%s at %d %s: %s at %q", name, look.Width, look.Theme, violation.Rule, violation.Nodes)
		}
		if wide := u.Number("document.documentElement.scrollWidth - innerWidth"); wide > 0 {
			u.t.Errorf("%s at %d: %v px stand out at the side", name, look.Width, wide)
		}
	})
	u.Size(1280, 720)
}

// words tells whether the page says the text somewhere in sight.
func (u *user) says(texts ...string) bool {
	u.t.Helper()
	shown := u.Text("document.body.innerText")
	return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(shown, text) })
}
