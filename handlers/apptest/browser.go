package apptest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rollbook/apiclient/sandbox"
	"rollbook/views/browsertest"
)

// User is a person at a browser. It counts taps and keys.
type User struct {
	*browsertest.Tab
	T          *testing.T
	Program    *Program
	Taps, Keys int
}

// UserOf signs a person in without a browser, and opens the page of the classes, with all counts at 0. Tests
// of signing in use signIn instead.
func (p *Program) UserOf(t *testing.T, browser *browsertest.Browser, email string) *User {
	t.Helper()
	u := &User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(1280, 720)
	u.Cookies(p.Address, p.As(t, email).Cookies())
	u.Go(p.Address + "/")
	u.Ready("a[href*='class=8B']")
	u.Taps, u.Keys = 0, 0
	return u
}

// OfficeAt opens the page as a person of the office.
func (p *Program) OfficeAt(t *testing.T, browser *browsertest.Browser, path string) *User {
	t.Helper()
	u := p.UserOf(t, browser, OfficeWorker)
	u.Go(p.Address + path)
	u.Ready("main h1")
	return u
}

// SaveTicked selects the button that saves only the ticked students.
const SaveTicked = `#only:not([hidden]), .presses:not(:has(#only:not([hidden]))) #press`

// Click clicks the first element for the CSS selector on a complete page. It waits for a row that has just
// moved, as a person would.
func (u *User) Click(selector string) {
	u.T.Helper()
	u.Wait(fmt.Sprintf(`document.readyState === "complete" && (!document.querySelector(%q)?.closest(".rows") || `,
		selector) + Still + ")")
	u.Tab.Click(selector)
}

// Fits checks that nothing scrolls sideways in the narrowest window, and that the page is accessible there.
func (u *User) Fits(name string) {
	u.T.Helper()
	u.Size(320, 640)
	u.Wait(`document.readyState === "complete"`)
	if over := u.Number("document.documentElement.scrollWidth"); over > 320 {
		u.T.Errorf("%s is %v wide", name, over)
	}
	u.WantAccessible(name)
	u.Size(1280, 720)
}

// Sets sets a select to an option.
func (u *User) Sets(name, value string) {
	u.T.Helper()
	u.Text(fmt.Sprintf(`document.querySelector("select[name=%s]").value = %q`, name, value))
}

// Tap clicks a visible element. It fails when one would have to scroll. It waits while a part of a roll is
// moving.
func (u *User) Tap(selector string) {
	u.T.Helper()
	u.Taps++
	u.Wait(fmt.Sprintf(`document.querySelector(%q) && !document.querySelector(%q).closest("[inert]")`, selector, selector))
	u.Wait(`!document.querySelector("#roll") || ` + Still)
	if !u.True(fmt.Sprintf(`(e => { const b = e.getBoundingClientRect();
		const hit = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
		return hit && (e.contains(hit) || hit.contains(e)); })(document.querySelector(%q))`, selector)) {
		u.T.Errorf("%s is not in sight", selector)
	}
	u.Tab.Click(selector)
}

// Press presses keys one by one. A key with modifiers counts once.
func (u *User) Press(keys string, modifiers ...chromedp.Modifier) {
	u.T.Helper()
	u.Keys += len([]rune(keys))
	u.Type(keys, modifiers...)
}

// WaitSaved waits until count rows show the status as saved.
func (u *User) WaitSaved(count int, status string) {
	u.T.Helper()
	u.Wait(fmt.Sprintf(`document.querySelectorAll("[data-outcome=saved]:has([data-status='%s'])").length === %d`,
		status, count))
}

// Row returns the selector of the element to tap in the row at the place, from 0.
func (u *User) Row(place int) string {
	u.T.Helper()
	id := u.Text(fmt.Sprintf(`document.querySelectorAll("[data-enrolment]")[%d].dataset.enrolment`, place))
	return fmt.Sprintf("[data-enrolment='%s'] label", id)
}

// Ready waits for a page with the element, and for its scripts.
func (u *User) Ready(selector string) {
	u.T.Helper()
	u.Wait(fmt.Sprintf(`document.querySelector(%q) && document.readyState === "complete"`, selector))
}

// Status returns the selector of a status in the bar.
func (u *User) Status(name string) string {
	u.T.Helper()
	id := u.Text(fmt.Sprintf(
		`[...document.querySelectorAll("label:has([name=status])")].find(e => e.innerText.trim() === `+
			`%q).querySelector("input").value`, name))
	return fmt.Sprintf("label:has([name=status][value='%s'])", id)
}

// Picture saves a picture for people in the folder of the variable PICTURES.
func (u *User) Picture(name string) {
	u.T.Helper()
	if folder := os.Getenv("PICTURES"); folder != "" {
		u.Tab.Picture(filepath.Join(folder, name+".png"))
	}
}

// Still is true when the rows, and the elements that can cover them, have not moved for so long that everyone
// has seen the last move. A move is visible once its frame is painted. Without scripts a page reports no
// frames.
const Still = `((text) => {
	if (text !== window.lastPlaces) {
		[window.lastPlaces, window.lastMove] = [text, window.htmx ? Infinity : performance.now()];
		requestAnimationFrame(() => requestAnimationFrame((painted) => {
			if (text === window.lastPlaces) window.lastMove = painted;
		}));
	}
	return performance.now() - window.lastMove > 330;
})(` + RowPlaces + `)`

// RowPlaces returns the positions of the rows, and of the head and the bar, which can cover them.
const RowPlaces = `JSON.stringify([...document.querySelectorAll(".rows > li, .head, .bar")].map((row) => ` +
	`row.getBoundingClientRect()))`

// Fault makes the school system fail by the faults.
func (p *Program) Fault(t *testing.T, faults ...sandbox.Fault) {
	t.Helper()
	Must(t, p.Sandbox.SetFault(HarbourCode, faults...))
}

// SignsIn fills the form that is shown.
func (u *User) SignsIn(email string) {
	u.T.Helper()
	u.Wait(`document.querySelector("[name=password]")`)
	u.Click("[name=email]")
	u.Type("a", kb.ModifierCtrl)
	u.Type(email + kb.Tab + EveryPassword + kb.Enter)
	u.Wait(`!document.querySelector("[name=password]")`)
}

// At waits until the page at the path is complete.
func (u *User) At(path string) {
	u.T.Helper()
	u.Wait(fmt.Sprintf(`location.pathname === %q && document.readyState === "complete"`, path))
}

// Says reports whether the page shows the texts somewhere.
func (u *User) Says(texts ...string) bool {
	u.T.Helper()
	shown := u.Text("document.body.innerText")
	return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(shown, text) })
}

// WantSays waits until the page shows all texts.
func (u *User) WantSays(texts ...string) {
	u.T.Helper()
	for _, text := range texts {
		u.Wait(`document.body.innerText.includes(` + browsertest.Quoted(text) + `)`)
	}
}

// WantAccessible checks the page in both themes and all windows, and leaves pictures
// with the name.
func (u *User) WantAccessible(name string) {
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

// BrowserTests are tests of the whole program, by name, each with its own browser.
type BrowserTests = map[string]func(*testing.T, *browsertest.Browser)

// browsersAtOnce is the number of open browsers: a test mostly waits for a school system or for the disk.
const browsersAtOnce = 3

// InBrowsers runs the tests, a few at a time, each in a browser that open starts: the usual ones, and the further ones
// if the environment variable WALKS is "all", as .ci/test.go sets it. On a machine without that browser it runs no test
// and logs what to install.
func InBrowsers(t *testing.T, open func(testing.TB) (*browsertest.Browser, bool), usual BrowserTests,
	further ...BrowserTests) {
	t.Helper()
	rooms := []BrowserTests{usual}
	if os.Getenv("WALKS") == "all" {
		rooms = append(rooms, further...)
	}
	browsers := make(chan *browsertest.Browser, browsersAtOnce)
	for range browsersAtOnce {
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

// StopClock stops the clock of pages that are opened from now on, until PassTime moves it, so that their
// behaviour does not depend on the machine's speed.
func (u *User) StopClock() {
	u.T.Helper()
	u.Before(`{
		const [date, moment] = [Date.now(), performance.now()];
		window.passed = 0;
		Date.now = () => date + passed;
		performance.now = () => moment + passed;
	}`)
}

// PassTime advances a stopped clock, in milliseconds.
func (u *User) PassTime(milliseconds int) {
	u.T.Helper()
	u.Text(fmt.Sprintf(`window.passed += %d`, milliseconds))
}

// EndDay ends the day of the pages that the device keeps until its end, and returns the minutes for which
// they would have been kept.
func (u *User) EndDay() (minutes float64) {
	u.T.Helper()
	u.Text(`window.minutes = null, (async () => {
		let last = 0;
		for (const name of await caches.keys()) {
			const cache = await caches.open(name);
			for (const request of await cache.keys()) {
				const answer = await cache.match(request), headers = new Headers(answer.headers);
				const until = Number(headers.get("Rollbook-Kept-Until"));
				if (!until) continue;
				last = Math.max(last, until);
				headers.set("Rollbook-Kept-Until", Date.now() - 1);
				await cache.put(request, new Response(await answer.blob(), { headers }));
			}
		}
		window.minutes = Math.ceil((last - Date.now()) / 60000);
	})()`)
	u.Wait(`window.minutes !== null`)
	return u.Number(`window.minutes`)
}
