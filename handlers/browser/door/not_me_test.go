package door_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// stopped opens a tablet whose clock stands still, so that nothing is sent until the test lets time pass.
func stopped(t *testing.T, p *apptest.Program, browser *browsertest.Browser) *apptest.User {
	t.Helper()
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.StopClock()
	tablet.Go(p.Address + "/door")
	wantTiles(tablet, "button", 28)
	return tablet
}

// notMe takes back the tap on the tile at the place.
func notMe(u *apptest.User, place int) {
	u.T.Helper()
	button := `#not-me [value="` + u.Text(studentOf(place)) + `"]`
	u.Ready(button)
	u.Click(button)
}

func notMeIsItsOwn(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := stopped(t, p, browser)
	tap(tablet, 27, 28)
	wantTiles(tablet, "[data-local=tapped]", 1)
	// Twice by a thumb that stays there, and once late within the 5 s.
	for _, milliseconds := range []int{300, 2000, 700, 1500} {
		tablet.PassTime(milliseconds)
		tap(tablet, 27, 28)
		tablet.Want("tapped again it says", `document.querySelector("`+tileOf(27)+` small").innerText`, "You are in")
	}
	tablet.PassTime(500)
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
	tablet.Size(1024, 768)
	tap(tablet, 0, 2)
	notMe(tablet, 0)
	tablet.PassTime(5000)
	wantTiles(tablet, "[data-state=in]", 5)
	tablet.Want("the tile of who said Not me", `document.querySelector("`+tileOf(0)+`").dataset.state`, "out")
	p.Settled(t, apptest.Harbour)
}

// everyTapCanBeTakenBack makes more students tap within the 5 s than have their button in sight.
func everyTapCanBeTakenBack(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	const taps, between = 12, 350
	for _, size := range [][2]int{{1024, 768}, {768, 1024}, {360, 740}} {
		tablet := stopped(t, p, browser)
		tablet.Size(size[0], size[1])
		for place := range taps {
			tap(tablet, place, place+1)
			newest := `#not-me [value="` + tablet.Text(studentOf(place)) + `"]`
			tablet.Ready(newest)
			if right := tablet.Number(`document.querySelector(` + browsertest.Quoted(newest) + `).getBoundingClientRect().right`); right > float64(size[0]) {
				t.Errorf("at %v the button of tap %d ends at %v", size, place, right)
			}
			tablet.PassTime(between)
		}
		tablet.Picture(fmt.Sprintf("not-me-many-%d", size[0]))
		for place := range taps {
			notMe(tablet, place)
		}
		wantTiles(tablet, "[data-local=tapped]", 0)
		wantTiles(tablet, "[data-state=out]", 28)
		tablet.Wait(`!document.querySelector("#not-me button")`)
	}
	if saves := apptest.Outcomes(t, p.App.Store); len(saves) > 0 {
		t.Errorf("of the taps that were taken back are %v", saves)
	}
}

// notMeMeetsWhoWasThere presses the place of a button that has just made room for another one.
func notMeMeetsWhoWasThere(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := stopped(t, p, browser)
	tablet.Size(360, 740)
	tap(tablet, 0, 1)
	wantTiles(tablet, "[data-local=tapped]", 1)
	place := tablet.Text(`Object.values(document.querySelector("#not-me button").getBoundingClientRect().toJSON())`)
	tablet.PassTime(1000)
	tap(tablet, 1, 3)
	tablet.Wait(`document.querySelectorAll("#not-me button").length === 3`)
	last := `#not-me [value="` + tablet.Text(studentOf(2)) + `"]`
	tablet.Want("the newest button stands at", `Object.values(document.querySelector(`+browsertest.Quoted(last)+`).getBoundingClientRect().toJSON())`, place)
	tablet.Click(last)
	tablet.Wait(`!document.querySelector("` + tileOf(0) + `").dataset.local`)
	wantTiles(tablet, "[data-local=tapped]", 2)
	tablet.PassTime(300)
	tablet.Click(last)
	tablet.Wait(`!document.querySelector("` + tileOf(2) + `").dataset.local`)
	wantTiles(tablet, "[data-local=tapped]", 1)
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
	tablet.StopClock()
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
	tablet.Want("for in it gives", `signals`, "60,880")
	tablet.PassTime(5000)
	saysAloud(tablet, name(0)+": In 08:")
	// The first one's button stood in the same place until now.
	tablet.PassTime(1000)
	tap(tablet, 2, 3)
	notMe(tablet, 2)
	saysAloud(tablet, name(2)+": Not in")
	tablet.Text(`signals.length = 0`)
	tap(tablet, 1, 2)
	wantTiles(tablet, "[data-local=tapped]", 1)
	tablet.PassTime(5000)
	saysAloud(tablet, name(1)+": Ask your teacher")
	tablet.Want("for ask your teacher it gives", `signals`, "60,880,90,70,90,330,262")
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
	tablet := stopped(t, p, browser)
	tablet.Text(`document.querySelector("` + tileOf(0) + `").focus()`)
	// A scanner types the code, and Enter.
	tablet.Type("4006381333931" + kb.Enter)
	tablet.Press(kb.Enter)
	// A pressed tile shows it before the browser has answered the key.
	if tapped := tablet.Text(`document.querySelectorAll(".taps [data-local]").length`); tapped != "0" {
		t.Errorf("Enter pressed %s tiles", tapped)
	}
	tablet.Press(" ")
	wantTiles(tablet, "[data-local=tapped]", 1)
	tablet.Text(`document.querySelector("#not-me button").focus()`)
	tablet.Press(kb.Enter)
	tap(tablet, 1, 2)
	wantTiles(tablet, "[data-local=tapped]", 2)
}

// notMeStaysInItsPlace takes the last tap of a scrolled row back, and looks where the others are.
func notMeStaysInItsPlace(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := stopped(t, p, browser)
	tablet.Size(1024, 768)
	const taps = 12
	for place := range taps {
		tap(tablet, place, place+1)
		tablet.Wait(fmt.Sprintf(`document.querySelectorAll("#not-me button").length === %d`, place+1))
		tablet.PassTime(350)
	}
	const last = `[...document.querySelectorAll("#not-me button")].sort((a, b) => a.place - b.place).at(-1)`
	const places = `JSON.stringify([...document.querySelectorAll("#not-me button")].map((one) => [one.value, one.getBoundingClientRect().x]))`
	tablet.Text(last + `.scrollIntoView(), window.student = ` + last + `.value`)
	were := tablet.Text(places)
	tablet.Text(last + `.click()`)
	tablet.Wait(fmt.Sprintf(`document.querySelectorAll("#not-me button").length === %d`, taps-1))
	tablet.Want("the other buttons stand at", `JSON.stringify(`+were+`.filter(([value]) => value !== student))`, tablet.Text(places))
	for place := range taps {
		if tablet.True(`document.querySelector("` + tileOf(place) + `").dataset.local`) {
			notMe(tablet, place)
		}
	}
	tablet.Wait(`!document.querySelector("#not-me button")`)
	tap(tablet, 0, 1)
	tablet.Wait(`document.querySelector("#not-me button")`)
	tablet.Want("the next row begins at", `document.querySelector("#not-me").scrollLeft`, "0")
}
