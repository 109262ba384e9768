package browser_test

import (
	"os"
	"strconv"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// doorTests are about a tablet at a classroom door.
func doorTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"a tablet is paired by its camera and turned away":             cameraPairs,
		"a tablet that waits goes on when it is let in":                waitingPairs,
		"the roll at the door is taken with a PIN":                     doorRoll(true),
		"the roll at the door is taken with a PIN and without scripts": doorRoll(false),
		"the roll at the door fits both ways that a tablet is held":    doorFits,
		"a tablet wakes on another day":                                doorWakes,
		"students tap in, also while the network is away":              studentsTap,
		"a tablet is unpaired on itself":                               doorLeaves,
	}
}

// tabletAt is a tablet that opens the address.
func tabletAt(t *testing.T, p *apptest.Program, browser *browsertest.Browser, path string) *apptest.User {
	t.Helper()
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	u.Go(p.Address + path)
	return u
}

func cameraPairs(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tabletAt(t, p, browser, "/pair#"+p.PairingCode(t, "Door 12", "8B"))
	at(tablet, "/door")
	tablet.Wait(`document.querySelectorAll("[data-enrolment]").length > 20`)
	// A mark that somebody makes elsewhere appears by itself.
	p.As(t, apptest.Teacher).Takes("Absent", 3)
	tablet.Wait(`document.querySelectorAll("[data-is=saved]").length === 1`)
	office := p.As(t, apptest.OfficeWorker)
	office.ToTablet("Door 12", "revoke")
	tablet.Wait(`!document.querySelector("[data-enrolment]") && document.querySelector("#pair")`)
	wantSays(tablet, "This tablet was unpaired")
}

func waitingPairs(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tabletAt(t, p, browser, "/pair")
	tablet.Ready("#ask")
	tablet.Click("#ask button")
	tablet.Ready("#shown")
	office := officeAt(t, p, browser, apptest.TabletsPath)
	office.Click("#approve [name=code]")
	office.Type(tablet.Text(`document.querySelector(".letters").innerText`))
	office.Click("#approve button")
	office.Ready("#decide")
	if shown, there := tablet.Text(`document.querySelector(".number").innerText`), office.Text(`document.querySelector("dd.number").innerText`); shown != there {
		t.Errorf("the tablet shows %s, the office %s", shown, there)
	}
	office.Click("#decide [name=name]")
	office.Type("Door 12")
	office.Click("#decide [name=class][value='8B']")
	office.Click("#decide [name=number]")
	office.Click("#decide [value=approve]")
	at(tablet, "/door")
	wantSays(tablet, "8B")
}

// tileOf is a tile by its place, from 0.
func tileOf(place int) string { return ".taps li:nth-child(" + strconv.Itoa(place+1) + ") button" }

func studentsTap(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.TapTablet(t, "Hall", "9A")
	office := p.As(t, apptest.OfficeWorker)
	form := office.TabletForm("Door 12", "8B")
	form.Set("mode", "students")
	tablet := tabletAt(t, p, browser, "/pair#"+office.Post(apptest.TabletsPath, form).PairingCode())
	at(tablet, "/door")
	tablet.Wait(`document.querySelectorAll(".taps button").length === 28`)
	counted := func(selector string, count int) {
		tablet.Wait(`document.querySelectorAll(".taps ` + selector + `").length === ` + strconv.Itoa(count))
	}
	tablet.Click(tileOf(0))
	tablet.Click(tileOf(1))
	counted("[data-local=tapped]", 2)
	// The second of two taps within two seconds is none; a later one takes the first back.
	tablet.Click(tileOf(0))
	counted("[data-local=tapped]", 2)
	tablet.Wait(`(window.began ??= performance.now()) + 2100 < performance.now()`)
	tablet.Click(tileOf(1))
	counted("[data-local=tapped]", 1)
	counted("[data-state=in]", 1)
	if says := tablet.Text(`document.querySelector("#count").innerText`); says != "1 of 28 in" {
		t.Errorf("the cover says %q", says)
	}
	tablet.Cut()
	for place := 2; place < 8; place++ {
		tablet.Click(tileOf(place))
	}
	counted("[data-local=kept]", 6)
	if f := os.Getenv("SHOTS"); f != "" {
		tablet.Tab.Picture(f + "/up.png")
		tablet.Size(1024, 768)
		tablet.Tab.Picture(f + "/across.png")
	}
	wantSays(tablet, "No network.")
	// What is kept outlives the page.
	tablet.Mend()
	tablet.Go(p.Address + "/door")
	counted("[data-state=in]", 7)
	p.Settled(t)
	if got := len(p.Sandbox.Arrivals(apptest.HarbourCode)); got > 3 {
		t.Errorf("seven taps are %d calls", got)
	}
}
