package browser_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// roomTests check the positions of elements on the page, and the space that they leave.
func roomTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"names of both directions begin at one line":   namesBeginAtOneLine,
		"a failing demonstration leaves the roll room": demonstrationLeavesRoom,
		"a status without end leaves its row a row":    endlessStatus,
		"a link that stands alone is easy to hit":      linksAreHigh,
		"a demonstration fits a phone":                 demonstrationFitsAPhone,
	}
}

// namesBegin measures by how much the beginnings of the names in the first column differ, in px.
const namesBegin = `(() => { const all = [...document.querySelectorAll(".rows li:nth-child(-n+6) bdi")].map(e => {
	const text = document.createRange(); text.selectNodeContents(e); return text.getBoundingClientRect().left; });
	return Math.max(...all) - Math.min(...all); })()`

// boxesOff measures the largest distance of a box from the middle of its row, in px.
const boxesOff = `Math.max(...[...document.querySelectorAll(".rows li")].map(row => {
	const middle = e => { const b = e.getBoundingClientRect(); return b.y + b.height / 2; };
	return Math.abs(middle(row) - middle(row.querySelector("input"))); }))`

func namesBeginAtOneLine(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	for _, size := range [][2]int{{1280, 720}, {768, 1024}, {360, 740}} {
		u.Size(size[0], size[1])
		if off := u.Number(namesBegin); off > 2 {
			t.Errorf("at %d names begin %v px apart", size[0], off)
		}
		if off := u.Number(boxesOff); off > 2 {
			t.Errorf("at %d a box stands %v px from the middle of its row", size[0], off)
		}
	}
}

// headerHeight measures the header, in px.
const headerHeight = `document.querySelector(".top").offsetHeight`

func demonstrationLeavesRoom(t *testing.T, browser *browsertest.Browser) {
	p, _ := apptest.BootDemo(t)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(1280, 720)
	u.Go(p.Address + "/")
	u.Tap("main button[value='" + apptest.Teacher + "']")
	u.Ready("a[href*='class=8B']")
	opensClass(u, "8B")
	usual := u.Number(headerHeight)
	u.Tap(".demo summary")
	if opened := u.Number(headerHeight); opened != usual {
		t.Errorf("the list of failures moves the roll by %v px", opened-usual)
	}
	p.Fault(t, sandbox.Fault{Status: http.StatusServiceUnavailable})
	u.Tap(".demo summary")
	u.Tap(u.Row(3))
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	u.Wait(`document.querySelector("[data-outcome=confirming]")`)
	u.Go(u.Text("location.href"))
	u.Wait(`document.querySelector("#light:not([hidden])")`)
	if failing := u.Number(headerHeight); failing > usual+2 {
		t.Errorf("the header grows by %v px when the school system is down", failing-usual)
	}
	if u.Number("scrollY") != 0 {
		t.Error("the page scrolled")
	}
}

func demonstrationFitsAPhone(t *testing.T, browser *browsertest.Browser) {
	p, _ := apptest.BootDemo(t)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(360, 740)
	u.Go(p.Address + "/")
	u.Ready(".demo")
	if top := u.Number(`document.querySelector(".brand").getBoundingClientRect().height`); top < 44 {
		t.Errorf("the way home is %v px high", top)
	}
	u.Tap(".demo summary")
	if wide := u.Number(`Math.max(...[...document.querySelectorAll(".demo [open] *")].map(e => e.getBoundingClientRect().right)) - innerWidth`); wide > 0 {
		t.Errorf("the menu stands out by %v px", wide)
	}
	if left := u.Number(`Math.min(...[...document.querySelectorAll(".demo [open] *")].map(e => e.getBoundingClientRect().left))`); left < 0 {
		t.Errorf("the menu begins %v px outside", left)
	}
	u.Press(kb.Escape)
	u.Wait(`!document.querySelector(".demo [open]")`)
	u.Tap(".demo summary")
	u.ClickAt(8, 700)
	u.Wait(`!document.querySelector(".demo [open]")`)
}

func endlessStatus(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	p.Fault(t, sandbox.Fault{StatusText: strings.Repeat("A", 10_000)})
	saveAbsent(u, 3)
	u.Wait(`document.querySelector("[data-outcome=differs]")`)
	for _, size := range [][2]int{{1280, 720}, {360, 740}} {
		u.Size(size[0], size[1])
		if height := u.Number(`document.querySelector("[data-outcome=differs]").offsetHeight`); height > 200 {
			t.Errorf("at %d the row is %v px high", size[0], height)
		}
	}
	if held := u.Number(`document.querySelector("[data-outcome=differs] [data-status]").dataset.status.length`); held != 10_000 {
		t.Errorf("the row holds %v characters of the status as returned", held)
	}
}

func linksAreHigh(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Administrator)
	for _, path := range []string{"/schools/harbour", apptest.EightB, apptest.ExportsPath, "/schools/harbour/connection"} {
		u.Go(p.Address + path)
		u.Text(`document.querySelectorAll("details").forEach(details => { details.open = true })`)
		if low := u.Text(`[...document.querySelectorAll("main p > a:only-child, main .pair > a, .sheet a, .sheet button, summary")].filter(e => {
			const alone = e.parentElement.textContent.trim() === e.textContent.trim() || e.matches(".pair > *, .sheet *");
			const box = e.getBoundingClientRect();
			return alone && e.id !== "keys-link" && box.width > 0 && box.height < 44;
		}).map(e => e.textContent)`); low != "" {
			t.Errorf("on %s these are too low to hit: %s", path, low)
		}
	}
}
