package browser_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/views/entry"
)

// offlineTests are about a tablet at a classroom door whose network comes and goes.
func offlineTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"a tablet shows its class without a network":                    doorWithoutNetwork,
		"a tablet of several classes shows each":                        classesWithoutNetwork,
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
		"a roll on a copy has the time that it is":                      lateByTheClock,
		"the demonstration takes a tablet's network away":               demoNetwork,
		"a tablet that cannot keep anything says so":                    fullTablet,
	}
}

// doorByWay opens a paired tablet of the classes. It reaches the program by a way that can be cut, and
// its pages are kept.
func doorByWay(t *testing.T, browser *browsertest.Browser, p *apptest.Program, classes ...string) (*apptest.User, *way) {
	t.Helper()
	p.SetPINs(t)
	w := wayTo(t, strings.TrimPrefix(p.Address, "http://"))
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	u.Cookies(w.address(), p.Tablet(t, "Door 12", classes...).Cookies())
	u.Go(w.address() + "/door")
	keepsPages(u, 1)
	return u, w
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

// keepsPages waits until the tablet keeps so many pages with a class, and the worker gives them out.
func keepsPages(u *apptest.User, pages int) {
	u.T.Helper()
	u.Wait(fmt.Sprintf(`((async () => {
		let pages = 0;
		for (const name of await caches.keys()) {
			const cache = await caches.open(name);
			for (const request of await cache.keys()) if ((await cache.match(request)).headers.has("Rollbook-Kept-Until")) pages++;
		}
		window.pages = pages;
	})(), window.pages === %d && navigator.serviceWorker.controller)`, pages))
}

const asOf = "No network. This is the class as of 08:3"

func doorWithoutNetwork(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	if says(u, "No network") {
		t.Error("with a network it says that there is none")
	}
	if foreign := inCaches(u, `(all) => all.map(({ url }) => new URL(url).pathname).filter((path) => path !== "/door" && path !== "/door/away" && !path.startsWith("/static/"))`); foreign != "" {
		t.Errorf("it keeps %s", foreign)
	}
	off := u.Text(`document.querySelector("#clock-wrong").innerText`)
	w.let(nothing)
	u.Go(w.address() + "/door")
	if !says(u, asOf, "8B", "O'Neill") {
		t.Errorf("without a network it says %s", u.Text("document.body.innerText"))
	}
	// The copy goes by the time now, and not by the time at which it was made.
	const madeAt = `(all) => all.find(({ url }) => url.endsWith("/door")).text.match(/ data-now="(\d+)"/)[1]`
	if made, now := inCaches(u, madeAt), u.Text(`document.querySelector("script[data-now]").dataset.now`); now <= made {
		t.Errorf("made at %s, it goes by %s", made, now)
	}
	// In tests the browser's clock differs from the program's, by as many days as before.
	if clock := u.Text(`document.querySelector("#clock-wrong").innerText`); clock != off {
		t.Errorf("of its clock the copy says %q, and the page before it %q", clock, off)
	}
	if u.True(`[...document.styleSheets].length < 2 || !window.htmx`) {
		t.Error("the copy has not all its files")
	}
	wantAccessible(u, "door-offline")
	u.Size(768, 1024)
	u.Click(".top summary")
	u.Click(".top .sheet button")
	u.Wait(`document.querySelector("#as-of:not([hidden])") && !document.querySelector(".top details[open]")`)
	at(u, "/door")
	w.let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	u.Wait(`document.querySelector("#as-of[hidden]")`)
}

func classesWithoutNetwork(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.SetPINs(t)
	w := wayTo(t, strings.TrimPrefix(p.Address, "http://"))
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	u.Cookies(w.address(), p.Tablet(t, "Hall", "8B", "9A").Cookies())
	u.Go(w.address() + "/door")
	keepsPages(u, 3)
	w.let(nothing)
	u.Go(w.address() + "/door")
	wantSays(u, "No network. This page is as of 08:3")
	u.Click(".doors li:nth-child(2) a")
	u.Wait(`document.querySelector("[data-enrolment]")`)
	wantSays(u, asOf)
	wantSays(u, "9A")
	// Wherever it is opened, it says that a roll waits.
	ticksAbsent(u, 2)
	u.Click("#press")
	wantKept(u)
	u.Go(w.address() + "/door")
	u.Wait(`document.querySelector("#kept-rolls").innerText.includes("A roll that was taken on this tablet is not saved yet.")`)
	wantAccessible(u, "doors-kept")
	u.Size(768, 1024)
	u.Click("#kept-rolls a")
	wantKept(u)
}

func tapsWithoutNetwork(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.SetPINs(t)
	w := wayTo(t, strings.TrimPrefix(p.Address, "http://"))
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	u.Cookies(w.address(), p.TapTablet(t, "Door 12", "8B").Cookies())
	u.Go(w.address() + "/door")
	keepsPages(u, 2)
	w.let(nothing)
	u.Go(w.address() + "/door")
	wantSays(u, asOf)
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
	// Staff have the roll all the same.
	u.Click(".tap-cover .button")
	u.Wait(`document.querySelector("#roll")`)
	wantSays(u, asOf)
	u.Go(w.address() + "/door")
	u.Wait(`document.querySelector("#taps")`)
	w.let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	u.Wait(`document.querySelector("#as-of[hidden]") && document.querySelectorAll(".taps [data-state=in]").length === 1`)
	p.Settled(t)
	if calls := len(p.Sandbox.Arrivals(apptest.HarbourCode)); calls != 1 {
		t.Errorf("one tap is %d calls", calls)
	}
}

func doorPastMidnight(t *testing.T, browser *browsertest.Browser) {
	// The clock stands, so that the day lasts two seconds more for whoever asks.
	late := time.Date(2026, time.November, 19, 23, 59, 58, 0, time.UTC)
	p := apptest.BootAt(t, func() time.Time { return late })
	u, w := doorByWay(t, browser, p, "8B")
	u.Go(w.address() + "/help")
	u.Text(`window.opened = Date.now()`)
	u.Wait(`Date.now() > window.opened + 2500`)
	w.let(nothing)
	u.Go(w.address() + "/door")
	if !says(u, "no class of today on this tablet") || says(u, "8B") || says(u, "O'Neill") {
		t.Errorf("after midnight it says %s", u.Text("document.body.innerText"))
	}
	wantAccessible(u, "door-away")
	if left := inCaches(u, `(all) => all.filter(({ text }) => text.includes("Neill")).length`); left != "0" {
		t.Errorf("%s pages with names are left", left)
	}
	w.let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	u.Wait(`document.querySelector("[data-enrolment]")`)
}

// forgotten waits until nothing of a tablet is on the device.
const forgotten = `((async () => {
	window.left = [...await caches.keys(), ...await navigator.serviceWorker.getRegistrations(), ...await indexedDB.databases()].length;
})(), window.left === 0)`

func unpairedKeepsNothing(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	w.let(nothing)
	ticksAbsent(u, 3)
	u.Click("#press")
	wantKept(u)
	p.As(t, apptest.OfficeWorker).ToTablet("Door 12", "revoke")
	w.let(everything)
	u.Go(w.address() + "/door")
	wantSays(u, "This tablet was unpaired")
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
	wantSays(u, "This tablet was unpaired")
	u.Wait(forgotten)
}

func movedKeepsNothing(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	moves(p, t, "9A")
	u.Wait(`document.querySelector("h1").innerText === "9A"`)
	u.Wait(`((async () => {
		const page = await caches.match("/door", { ignoreVary: true });
		window.moved = page && (await page.text()).includes(">9A<");
	})(), window.moved)`)
	keepsPages(u, 1)
	if left := inCaches(u, `(all) => all.filter(({ text }) => text.includes("Neill")).length`); left != "0" {
		t.Errorf("%s pages with names of the class of before are left", left)
	}
	w.let(nothing)
	u.Go(w.address() + "/door")
	wantSays(u, asOf)
	wantSays(u, "9A")
}

func demoNetwork(t *testing.T, browser *browsertest.Browser) {
	p, _ := apptest.BootDemo(t)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(1024, 768)
	u.Go(p.Address + "/")
	wantAccessible(u, "demo-tablets")
	u.Size(1024, 768)
	u.Click("[name=mode][value=teacher]")
	u.Ready("#roll")
	at(u, "/door")
	keepsPages(u, 1)
	switchTo := func(state string) {
		u.Click(".demo summary")
		u.Click("#network [value=" + state + "]")
	}
	switchTo("cut")
	u.Wait(`document.querySelector("#as-of:not([hidden])")`)
	ticksAbsent(u, 3)
	u.Click("#press")
	wantKept(u)
	wantAccessible(u, "demo-door-cut")
	u.Size(1024, 768)
	switchTo("back")
	u.Wait(`document.querySelector("#as-of[hidden]") && document.querySelector("#kept-roll:not([hidden])")`)
	signs(u, entry.DemoPIN)
	u.WaitSaved(1, "Absent")
}

func fullTablet(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	u.Quota(p.Address, 1024)
	u.Cookies(p.Address, p.Tablet(t, "Door 12", "8B").Cookies())
	u.Go(p.Address + "/door")
	u.Wait(`document.querySelector("#keeps-nothing:not([hidden])")`)
	wantSays(u, "This tablet cannot keep anything")
	wantAccessible(u, "door-full")
}
