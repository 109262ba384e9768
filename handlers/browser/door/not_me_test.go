package door_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// later waits the number of milliseconds, even with a stopped clock.
func later(u *apptest.User, milliseconds int) {
	u.T.Helper()
	if u.True(`"passed" in window`) {
		u.PassTime(milliseconds)
		return
	}
	u.Text(`window.began = performance.now()`)
	u.Wait(fmt.Sprintf(`began + %d < performance.now()`, milliseconds))
}

// notMe takes back the tap on the tile at the place, once the button is enabled.
func notMe(u *apptest.User, place int) {
	u.T.Helper()
	button := `#not-me [value="` + u.Text(studentOf(place)) + `"]`
	u.Ready(button)
	later(u, 750)
	u.Click(button)
}

func notMeIsItsOwn(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Text(`performance.mark("tapped")`)
	tap(tablet, 27, 28)
	wantTiles(tablet, "[data-local=tapped]", 1)
	// Twice by a thumb that stays there, and once late within the 5 s.
	for _, milliseconds := range []int{300, 2300, 3000, 4500} {
		tablet.Wait(fmt.Sprintf(`performance.getEntriesByName("tapped")[0].startTime + %d < performance.now()`, milliseconds))
		tap(tablet, 27, 28)
		if says := tablet.Text(`document.querySelector("` + tileOf(27) + ` small").innerText`); says != "You are in" && says != "You are in. It will be sent." {
			t.Errorf("tapped again after %d ms it says %q", milliseconds, says)
		}
	}
	wantTiles(tablet, "[data-state=in]", 1)
	tablet.Wait(`!document.querySelector("#not-me button")`)
	tap(tablet, 20, 23)
	wantTiles(tablet, "[data-local=tapped]", 3)
	tablet.InEachLook(tabletLooks(), func(look browsertest.Look) {
		tablet.Picture(fmt.Sprintf("not-me-%d-%d-%s", look.Width, look.Height, look.Theme))
	})
	if small := tablet.Text(`[...document.querySelectorAll("#not-me button")].map((b) => b.getBoundingClientRect()).filter(({ width, height }) => width < 44 || height < 44).length`); small != "0" {
		t.Errorf("%s targets are smaller than 44 px", small)
	}
	tap(tablet, 0, 2)
	notMe(tablet, 0)
	wantTiles(tablet, "[data-state=in]", 5)
	if state := tablet.Text(`document.querySelector("` + tileOf(0) + `").dataset.state`); state != "out" {
		t.Errorf("who said Not me is %s", state)
	}
	p.Settled(t, apptest.Harbour)
}

func tapsAreSaid(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	form := office.TabletForm("Hall", "8B")
	form.Set("mode", string(roll.StudentsMode))
	form.Set("sounds", "on")
	tablet := tabletAt(t, p, browser, "/healthz")
	tablet.Before(`window.signals = [];
		navigator.vibrate = (shakes) => signals.push(shakes.join());
		window.AudioContext = class { destination = null; currentTime = 0; };
		window.GainNode = class { connect() {} };
		window.OscillatorNode = class { constructor(_, { frequency }) { this.frequency = frequency; } connect(node) { return node; } start() { signals.push(this.frequency); } stop() {} };`)
	tablet.Go(p.Address + "/pair#" + office.Post(apptest.TabletsPath, form).PairingCode())
	tablet.At("/door")
	tablet.Ready(".taps")
	name := func(place int) string {
		return tablet.Text(`document.querySelector("` + tileOf(place) + ` bdi").innerText`)
	}
	p.As(t, apptest.Teacher).Takes("Absent", 1)
	p.Settled(t, apptest.Harbour)
	tap(tablet, 0, 1)
	saysAloud(tablet, name(0)+": You are in")
	if heard := tablet.Text(`signals`); heard != "60,880" {
		t.Errorf("for in it gives %s", heard)
	}
	saysAloud(tablet, name(0)+": In 08:")
	tap(tablet, 2, 3)
	notMe(tablet, 2)
	saysAloud(tablet, name(2)+": Not in")
	tablet.Text(`signals.length = 0`)
	tap(tablet, 1, 2)
	saysAloud(tablet, name(1)+": Ask your teacher")
	if heard := tablet.Text(`signals`); heard != "60,880,90,70,90,330,262" {
		t.Errorf("for ask your teacher it gives %s", heard)
	}
	// Without the setting there is no sound.
	quiet := tiles(t, p, browser, roll.StudentsMode)
	quiet.Text(`window.heard = 0, navigator.vibrate = () => { heard++; }`)
	tap(quiet, 3, 4)
	saysAloud(quiet, name(3)+": You are in")
	if quiet.True(`heard`) {
		t.Error("a tablet without the setting vibrates")
	}
}

func enterPressesNoTile(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Text(`document.querySelector("` + tileOf(0) + `").focus()`)
	// A scanner types the code, and Enter.
	tablet.Type("4006381333931" + kb.Enter)
	tablet.Press(kb.Enter)
	if tapped := tablet.Text(`document.querySelectorAll(".taps [data-local]").length`); tapped != "0" {
		t.Errorf("Enter pressed %s tiles", tapped)
	}
	tablet.Press(" ")
	wantTiles(tablet, "[data-local=tapped]", 1)
	tablet.Text(`document.querySelector("#not-me button").focus()`)
	later(tablet, 750)
	tablet.Press(kb.Enter)
	wantTiles(tablet, "[data-local=tapped]", 1)
}
