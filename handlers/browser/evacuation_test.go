package browser_test

import (
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// evacuationTests open the evacuation list with the network cut.
func evacuationTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"the evacuation list opens without a network":  listWithoutNetwork,
		"no evacuation list is kept past midnight":     listPastMidnight,
		"no evacuation list is kept after signing out": listAfterSigningOut,
	}
}

// opensList opens the evacuation list and waits until the device keeps it.
func opensList(u *apptest.User) {
	u.T.Helper()
	u.Click("a[href$='/evacuation']")
	u.Wait(`document.querySelector("#kept:not([hidden])")`)
}

// keeps counts the pages and files that the device keeps.
const keeps = `(async () => { window.kept = (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length))).join(); })()`

func listWithoutNetwork(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensList(u)
	wantAccessible(u, "evacuation")
	u.Text(keeps)
	u.Wait(`window.kept === "5"`)
	p.Stop()
	u.Go(p.Address + apptest.EvacuationPath)
	if !says(u, "No network: as of 08:3", "Thursday 19 November 2026", "Absent: 1", "Sean O'Neill") {
		t.Errorf("without a network it says %s", u.Text("document.body.innerText"))
	}
	if u.True(`document.querySelector("form, button, script, a")`) {
		t.Error("there is something to press")
	}
	if radius := u.Text(`getComputedStyle(document.querySelector(".card")).borderTopLeftRadius`); radius != "12px" {
		t.Error("it has lost its looks")
	}
	wantAccessible(u, "evacuation-copy")
}

func listPastMidnight(t *testing.T, browser *browsertest.Browser) {
	// The clock stands, so that the day lasts two seconds more for whoever asks.
	late := time.Date(2026, time.November, 19, 23, 59, 58, 0, time.UTC)
	p := apptest.BootAt(t, func() time.Time { return late })
	u := p.UserOf(t, browser, apptest.Teacher)
	opensList(u)
	u.Wait(`document.querySelector("#evacuation").textContent.startsWith("That day is over.")`)
	u.Go(p.Address + apptest.EvacuationPath)
	u.Wait(`document.querySelector("#kept:not([hidden])")`)
	u.Go(p.Address + "/help")
	u.Text(`window.opened = Date.now()`)
	u.Wait(`Date.now() > window.opened + 2500`)
	p.Stop()
	u.Go(p.Address + apptest.EvacuationPath)
	if !says(u, "no list of today on this device") || says(u, "8B") {
		t.Errorf("after midnight it says %s", u.Text("document.body.innerText"))
	}
}

func listAfterSigningOut(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensList(u)
	u.Click(".top .menu summary")
	u.Click("[data-sign-out] button")
	u.Wait(`document.querySelector("[name=password]")`)
	u.Wait(`((async () => { window.left = (await caches.keys()).length + (await navigator.serviceWorker.getRegistrations()).length; })(), window.left === 0)`)
}
