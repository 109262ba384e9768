package door_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// doorTests are about a tablet at a classroom door.
func doorTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a tablet is paired by its camera and turned away":              cameraPairs,
		"a tablet that waits goes on when it is let in":                 waitingPairs,
		"the roll at the door is taken with a PIN":                      doorRoll,
		"the roll at the door is taken with a PIN and without scripts":  doorRollWithoutScripts,
		"the roll at the door fits both ways that a tablet is held":     doorFits,
		"a tablet wakes on another day":                                 doorWakes,
		"a tablet is unpaired on itself":                                doorLeaves,
		"a tablet keeps its screen on":                                  doorStaysOn,
		"a tablet whose clock or zone was changed opens its class anew": doorsClockChanges,
	}
}

func cameraPairs(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.SetPINs(t)
	tablet := tabletAt(t, p, browser, "/pair#"+p.PairingCode(t, "Door 12", "8B"))
	tablet.At("/door")
	opensRoll(tablet)
	tablet.Wait(`document.querySelectorAll("[data-enrolment]").length > 20`)
	// A mark that another person makes appears by itself.
	p.As(t, apptest.Teacher).Takes("Absent", 3)
	tablet.Wait(`document.querySelectorAll("[data-is=saved]").length === 1`)
	office := p.As(t, apptest.OfficeWorker)
	office.ToTablet("Door 12", "revoke")
	tablet.Wait(`!document.querySelector("[data-enrolment]") && document.querySelector("#pair")`)
	tablet.WantSays("This tablet was removed")
}

func waitingPairs(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tabletAt(t, p, browser, "/pair")
	tablet.Ready("#ask")
	tablet.Click("#ask button")
	tablet.Ready("#shown")
	office := p.OfficeAt(t, browser, apptest.TabletsPath)
	office.Click("#approve [name=code]")
	office.Type(tablet.Text(`document.querySelector(".letters").innerText`))
	office.Click("#approve button")
	office.Ready("#decide")
	office.Want("the number", `document.querySelector("dd.number").innerText`, tablet.Text(`document.querySelector(".number").innerText`))
	office.Click("#decide [name=name]")
	office.Type("Door 12")
	office.Click("#decide [name=class][value='8B']")
	office.Click("#decide [name=number]")
	office.Click("#decide [value=approve]")
	tablet.At("/door")
	tablet.WantSays("8B")
}

// wakes makes the page believe that the tablet's screen is on again.
const wakes = `document.dispatchEvent(new Event("visibilitychange"))`

func doorStaysOn(t *testing.T, browser *browsertest.Browser) {
	u := atTheDoor(t, browser, true)
	// The system releases the lock whenever the page is hidden.
	u.Before(`window.locks = [], Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => { locks.push(kind); } } })`)
	u.Go(u.Program.Address + "/door")
	u.Wait(`locks.join() === "screen"`)
	u.Text(`Object.defineProperty(document, "hidden", { value: true, configurable: true }), ` + wakes)
	u.Text(`delete document.hidden, ` + wakes)
	u.Want("it asked for", `locks`, "screen,screen")
	// WebKit refuses before the first press, so the press asks as well.
	u.Click("h1")
	u.Want("it asked for within the first press", `locks`, "screen,screen,screen")
	u.Click("h1")
	u.Want("it asked for within the second press", `locks`, "screen,screen,screen")
}

func doorsClockChanges(t *testing.T, browser *browsertest.Browser) {
	u := atTheDoor(t, browser, true)
	for what, change := range map[string]string{
		"the clock": `Date.now = ((now) => () => now() + 600000)(Date.now)`,
		"the zone":  `Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone: "Pacific/Apia" })`,
	} {
		u.Text(`window.before = true, ` + wakes)
		if !u.True(`window.before`) {
			t.Errorf("it opens anew where %s was not changed", what)
		}
		u.Text(change + `, ` + wakes)
		u.Wait(`!window.before && document.querySelector("#staff") && document.readyState === "complete"`)
	}
}
