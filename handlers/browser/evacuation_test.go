package browser_test

import (
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// evacuationTests open the evacuation list without a network.
func evacuationTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"the evacuation list opens without a network":  listWithoutNetwork,
		"no evacuation list is kept past midnight":     listPastMidnight,
		"no evacuation list is kept after signing out": listAfterSigningOut,
	}
}

// opensList opens the evacuation list and waits until the device has stored it.
func opensList(u *apptest.User) {
	u.T.Helper()
	u.Click("a[href$='/evacuation']")
	u.Wait(`document.querySelector("#kept:not([hidden])")`)
}

// keeps is true once the device has stored the page and its files.
const keeps = `((async () => {
	window.kept = (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length))).join();
})(), window.kept === "5")`

func listWithoutNetwork(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensList(u)
	u.WantAccessible("evacuation")
	u.Wait(keeps)
	p.Stop()
	u.Go(p.Address + apptest.EvacuationPath)
	u.WantSays("No network: as of 08:3", "Thursday 19 November 2026", "Away: 1", "Sean O'Neill")
	if u.True(`document.querySelector("form, button, script, a")`) {
		t.Error("there is something to press")
	}
	u.Want("the corners of a card", `getComputedStyle(document.querySelector(".card")).borderTopLeftRadius`, "12px")
	u.WantAccessible("evacuation-copy")
}

func listPastMidnight(t *testing.T, browser *browsertest.Browser) {
	// The clock is stopped, so that every request gets an hour of the day.
	late := time.Date(2026, time.November, 19, 23, 0, 0, 0, time.UTC)
	p := apptest.BootAt(t, func() time.Time { return late })
	u := p.UserOf(t, browser, apptest.Teacher)
	u.StopClock()
	opensList(u)
	u.PassTime(60*60*1000 + 1)
	u.Text(`document.dispatchEvent(new Event("visibilitychange"))`)
	u.Wait(`document.querySelector("#evacuation").textContent.startsWith("That day is over.")`)
	u.Go(p.Address + apptest.EvacuationPath)
	u.Wait(`document.querySelector("#kept:not([hidden])")`)
	u.Go(p.Address + "/help")
	if minutes := u.EndDay(); minutes > 60 || minutes < 50 {
		t.Errorf("the list is kept for %v minutes", minutes)
	}
	p.Stop()
	u.Go(p.Address + apptest.EvacuationPath)
	u.WantSays("no list of today on this device")
	if u.Says("8B") {
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
