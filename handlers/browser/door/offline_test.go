package door_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/storage"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// offlineTests are about a tablet at a classroom door whose network comes and goes.
func offlineTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a tablet shows its class without a network":                    doorWithoutNetwork,
		"a roll opens without a network no more than without a PIN":     rollWithoutNetwork,
		"a tablet of several classes says that a roll waits":            classesWithoutNetwork,
		"a tablet below a path shows its class without a network":       doorBelowAPath,
		"students tap in on a tablet that was opened without a network": tapsWithoutNetwork,
		"no class is kept past midnight":                                doorPastMidnight,
		"a tablet that is unpaired keeps nothing":                       unpairedKeepsNothing,
		"a tablet on a shared host that is unpaired keeps nothing":      unpairedForgetsItself,
		"a tablet that is moved keeps nothing of before":                movedKeepsNothing,
		"a tablet follows a new version of the program":                 newVersion,
		"a roll is kept without a network and saved with a PIN":         keptRoll,
		"a roll that was not tried yet can be changed":                  changedRoll,
		"a roll that something between answers is kept":                 strangeRoll,
		"a roll whose day is over is not sent":                          lateRoll,
		"ticks outlive the minute after which a roll closes":            ticksOutlive,
		"the demonstration takes a tablet's network away":               demoNetwork,
		"a tablet that cannot keep anything says so":                    fullTablet,
		"a tablet without a worker promises nothing":                    withoutWorker,
	}
}

// byWay opens a tablet's first page through a network that can be cut. Its pages are stored.
func byWay(t *testing.T, browser *browsertest.Browser, p *apptest.Program, tablet *apptest.Visitor) (*apptest.User, *tabletNetwork) {
	t.Helper()
	p.SetPINs(t)
	w := networkTo(t, strings.TrimPrefix(p.Address, "http://"))
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	u.Cookies(w.Address(), tablet.Cookies())
	u.Go(w.Address() + "/door")
	keepsPages(u, 1)
	return u, w
}

// doorByWay opens the roll of the class through a network that can be cut.
func doorByWay(t *testing.T, browser *browsertest.Browser, p *apptest.Program, class string) (*apptest.User, *tabletNetwork) {
	t.Helper()
	u, w := byWay(t, browser, p, p.Tablet(t, "Door 12", class))
	opensRoll(u)
	return u, w
}

// tilesByWay opens the names of the class through a network that can be cut.
func tilesByWay(t *testing.T, browser *browsertest.Browser, p *apptest.Program, class string) (*apptest.User, *tabletNetwork) {
	t.Helper()
	return byWay(t, browser, p, p.TapTablet(t, "Door 12", class))
}

// reopens opens the tablet's first page again, and the roll with a PIN.
func reopens(u *apptest.User, w *tabletNetwork) {
	u.T.Helper()
	u.Go(w.Address() + "/door")
	opensRoll(u)
}

// inCaches applies the function to the answers in the tablet's caches, each with its url and text.
func inCaches(u *apptest.User, of string) string {
	u.T.Helper()
	u.Text(fmt.Sprintf(`window.found = null, (async () => {
		const all = [];
		for (const name of await caches.keys()) {
			const cache = await caches.open(name);
			for (const request of await cache.keys()) all.push({ url: request.url, answer: await cache.match(request) });
		}
		for (const one of all) one.text = await one.answer.text();
		window.found = String((%s)(all));
	})()`, of))
	u.Wait(`window.found !== null`)
	return u.Text(`window.found`)
}

// wantNoNames waits until no page with the names of 8B is left on the tablet.
func wantNoNames(u *apptest.User) {
	u.T.Helper()
	apptest.Eventually(u.T, "no names are left", func() bool {
		return inCaches(u, `(all) => all.some(({ text }) => text.includes("Sean O."))`) == "false"
	})
}

const asOf = "No network. This is the class as of 08:3"

func doorWithoutNetwork(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := tilesByWay(t, browser, p, "8B")
	if u.Says("No network") {
		t.Error("with a network it says that there is none")
	}
	if foreign := inCaches(u, `(all) => all.map(({ url }) => new URL(url).pathname).filter((path) => path !== "/door" && path !== "/door/away" && !path.startsWith("/static/"))`); foreign != "" {
		t.Errorf("it keeps %s", foreign)
	}
	if marked := inCaches(u, `(all) => all.filter(({ answer }) => answer.headers.has("Rollbook")).map(({ url }) => url)`); marked != "" {
		t.Errorf("a copy says that Rollbook answers: %s", marked)
	}
	const clock = `document.querySelector("#clock-wrong").innerText`
	u.Wait(clock)
	off := u.Text(clock)
	w.Let(nothing)
	u.Go(w.Address() + "/door")
	u.WantSays(asOf, "8B", "Sean O.")
	// The copy uses the present time, not the time when it was made.
	const madeAt = `(all) => all.find(({ url }) => url.endsWith("/door")).text.match(/ data-now="(\d+)"/)[1]`
	if made, now := inCaches(u, madeAt), u.Text(`document.querySelector("script[data-now]").dataset.now`); now <= made {
		t.Errorf("made at %s, it goes by %s", made, now)
	}
	// In tests the browser's clock differs from the program's, by the same number of days as before.
	u.Want("the copy says of its clock", clock, off)
	u.Wait(`document.styleSheets.length > 1`)
	u.WantAccessible("door-offline")
	u.Size(768, 1024)
	w.Let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	u.Wait(`document.querySelector("#as-of[hidden]")`)
}

func rollWithoutNetwork(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	if kept := inCaches(u, `(all) => all.filter(({ text }) => text.includes("Neill")).length`); kept != "0" {
		t.Errorf("%s pages with names are kept", kept)
	}
	w.Let(nothing)
	u.Go(w.Address() + "/door")
	u.WantSays("No network. The roll opens once it is back. Until then, take it on paper.")
	u.WantAccessible("door-pin-offline")
	u.Size(768, 1024)
	givesPIN(u, apptest.TeacherPIN)
	u.Click("#staff .primary")
	u.Wait(`document.querySelector("#as-of:not([hidden])") && document.querySelector("#pin").value === ""`)
	u.Click(".top summary")
	u.Click(".top .sheet button")
	u.Wait(`document.querySelector("#as-of:not([hidden])") && !document.querySelector(".top details[open]")`)
	u.At("/door")
	w.Let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	u.Wait(`document.querySelector("#as-of[hidden]")`)
	opensRoll(u)
}

func classesWithoutNetwork(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.SetPINs(t)
	w := networkTo(t, strings.TrimPrefix(p.Address, "http://"))
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	u.Cookies(w.Address(), p.Tablet(t, "Hall", "8B", "9A").Cookies())
	u.Go(w.Address() + "/door")
	keepsPages(u, 3)
	u.Click(".doors li:nth-child(2) a")
	opensRoll(u)
	w.Let(nothing)
	// Every page shows that a roll waits.
	ticksAbsent(u, 2)
	u.Click(apptest.SaveTicked)
	wantKept(u)
	u.Go(w.Address() + "/door")
	u.WantSays("No network. This page is as of 08:3")
	u.Wait(`document.querySelector("#kept-rolls").innerText.includes("A roll that was taken on this tablet is not saved yet.")`)
	u.WantAccessible("doors-kept")
	u.Size(768, 1024)
	w.Let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	u.Wait(`document.querySelector("#as-of[hidden]") && document.querySelector("#kept-rolls a")`)
	u.Click("#kept-rolls a")
	opensRoll(u)
	u.Wait(keptIsBack)
}

func tapsWithoutNetwork(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := tilesByWay(t, browser, p, "8B")
	w.Let(nothing)
	u.Go(w.Address() + "/door")
	u.WantSays(asOf)
	u.Wait(`((async () => { window.opened = (await indexedDB.databases()).some(({ name }) => name.startsWith("door-")); })(), window.opened)`)
	u.Click(tileOf(3))
	u.Wait(`document.querySelectorAll(".taps [data-local=kept]").length === 1`)
	if u.True(`document.querySelector(".taps [data-state=in]")`) {
		t.Error("a tile is confirmed without a network")
	}
	for _, look := range []browsertest.Look{{Theme: "light", Width: 768, Height: 1024}, {Theme: "dark", Width: 1024, Height: 768}} {
		u.InEachLook([]browsertest.Look{look}, func(browsertest.Look) {
			u.Picture("taps-offline-" + look.Theme)
			for _, violation := range u.Violations() {
				t.Errorf("%s: %s at %q", look.Theme, violation.Rule, violation.Nodes)
			}
		})
	}
	u.Size(768, 1024)
	// The roll needs a PIN, and therefore the network.
	u.Click(".tap-cover .button")
	u.Wait(`document.querySelector("#taps") && !document.querySelector("#roll")`)
	u.WantSays(asOf)
	u.Go(w.Address() + "/door")
	u.Wait(`document.querySelector("#taps")`)
	w.Let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	u.Wait(`document.querySelector("#as-of[hidden]") && document.querySelectorAll(".taps [data-state=in]").length === 1`)
	p.Settled(t, apptest.Harbour)
	if calls := len(p.Sandbox.Arrivals(apptest.HarbourCode)); calls != 1 {
		t.Errorf("one tap is %d calls", calls)
	}
}

func doorPastMidnight(t *testing.T, browser *browsertest.Browser) {
	// The clock is stopped, so that every request gets an hour of the day.
	late := time.Date(2026, time.November, 19, 23, 0, 0, 0, time.UTC)
	p := apptest.BootAt(t, func() time.Time { return late })
	u, w := tilesByWay(t, browser, p, "8B")
	u.Go(w.Address() + "/help")
	if minutes := u.EndDay(); minutes > 60 || minutes < 50 {
		t.Errorf("the class is kept for %v minutes", minutes)
	}
	w.Let(nothing)
	u.Go(w.Address() + "/door")
	u.WantSays("no class of today on this tablet")
	if u.Says("8B") || u.Says("Sean O.") {
		t.Errorf("after midnight it says %s", u.Text("document.body.innerText"))
	}
	u.WantAccessible("door-away")
	wantNoNames(u)
	w.Let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	u.Wait(`document.querySelectorAll(".taps button").length === 28`)
}

// forgotten waits until the device has no data of a tablet.
const forgotten = `((async () => {
	window.left = [...await caches.keys(), ...await navigator.serviceWorker.getRegistrations(), ...await indexedDB.databases()].length;
})(), window.left === 0)`

func unpairedKeepsNothing(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	keepsRoll(u, w)
	p.As(t, apptest.OfficeWorker).ToTablet("Door 12", "revoke")
	w.Let(everything)
	u.Go(w.Address() + "/door")
	u.WantSays("This tablet was removed")
	u.Wait(forgotten)
}

func unpairedForgetsItself(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	address, _ := inVersions(t, p)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	u.Cookies(address, p.Tablet(t, "Door 12", "8B").Cookies())
	u.Go(address + "/door")
	keepsPages(u, 1)
	p.As(t, apptest.OfficeWorker).ToTablet("Door 12", "revoke")
	u.Go(address + "/door")
	u.WantSays("This tablet was removed")
	u.Wait(forgotten)
}

func movedKeepsNothing(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := tilesByWay(t, browser, p, "8B")
	moves(p, t, "9A")
	u.Wait(`document.querySelector("h1").innerText === "9A"`)
	u.Wait(`((async () => {
		const page = await caches.match("/door", { ignoreVary: true });
		window.moved = page && (await page.text()).includes(">9A<");
	})(), window.moved)`)
	keepsPages(u, 1)
	wantNoNames(u)
	w.Let(nothing)
	u.Go(w.Address() + "/door")
	u.WantSays(asOf)
	u.WantSays("9A")
}

func demoNetwork(t *testing.T, browser *browsertest.Browser) {
	p, _ := apptest.BootDemo(t)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(1024, 768)
	u.Go(p.Address + "/")
	u.WantAccessible("demo-tablets")
	u.Size(1024, 768)
	u.Click("[name=mode][value=students]")
	u.Ready(".taps")
	u.At("/door")
	keepsPages(u, 1)
	switchTo := func(state string) {
		u.Click(".demo summary")
		u.Click("#network [value=" + state + "]")
	}
	switchTo("cut")
	u.Wait(`document.querySelector("#as-of:not([hidden])")`)
	tap(u, 0, 1)
	wantTiles(u, "[data-local=kept]", 1)
	u.WantAccessible("demo-door-cut")
	u.Size(1024, 768)
	switchTo("back")
	u.Wait(`document.querySelector("#as-of[hidden]")`)
	wantTiles(u, "[data-state=in]", 1)
}

// withoutWorker prevents the browser from starting a worker at first.
func withoutWorker(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tabletAt(t, p, browser, "/healthz")
	tablet.Before(`if (navigator.serviceWorker) {
		const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
		window.refuses = true;
		navigator.serviceWorker.register = (...what) => refuses ? Promise.reject(new TypeError("no worker")) : register(...what);
	}`)
	tablet.Cookies(p.Address, p.TapTablet(t, "Door 12", "8B").Cookies())
	tablet.Go(p.Address + "/door")
	tablet.Wait(`document.querySelector("#no-worker:not([hidden])")`)
	tablet.WantSays("This tablet keeps no pages.")
	tablet.WantAccessible("door-no-worker")
	tablet.Cut()
	tap(tablet, 0, 1)
	wantTiles(tablet, "[data-local=kept]", 1)
	if tablet.Says("Taps are kept on this tablet and sent later.") {
		t.Error("without a worker it promises that taps are sent later")
	}
	tablet.Restore()
	wantTiles(tablet, "[data-state=in]", 1)
	tablet.Text(`window.refuses = false`)
	tablet.Wait(`document.querySelector("#no-worker[hidden]") && navigator.serviceWorker.controller`)
}

func fullTablet(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	bytes := 1024.0
	quota := storage.OverrideQuotaForOriginParams{Origin: p.Address, QuotaSize: &bytes}
	browsertest.Run(u.Tab, browsertest.Command(storage.OverrideQuotaForOrigin, quota))
	u.Cookies(p.Address, p.Tablet(t, "Door 12", "8B").Cookies())
	u.Go(p.Address + "/door")
	u.Wait(`document.querySelector("#keeps-nothing:not([hidden])")`)
	u.WantSays("This tablet cannot keep anything")
	u.WantAccessible("door-full")
}
