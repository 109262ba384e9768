package door_test

import (
	"fmt"
	"math"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

func staffLeaveTheScreen(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.SetPINs(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Before(minutes)
	for what, leads := range map[string]string{"who is asked for a PIN": "", "the roll": "#roll", "unpairing": "#leave"} {
		tablet.Go(p.Address + "/door")
		tablet.Ready(".taps")
		if leads == "#leave" {
			tablet.Go(p.Address + "/door/leave")
			tablet.Ready("#leave")
		} else {
			tablet.Click(".tap-cover .button")
			tablet.Ready("#staff")
		}
		if leads == "#roll" {
			wantTabletFits(tablet, "staff")
			tablet.Wait(`navigator.serviceWorker.controller`)
			opensRoll(tablet)
			wantTabletFits(tablet, "staff-roll")
		}
		tablet.Text(`window.minute()`)
		tablet.Wait(`document.querySelectorAll(".taps button").length === 28`)
		tablet.Text(`window.left = true`)
		tablet.Back()
		tablet.Wait(`!window.left && document.readyState === "complete"`)
		if tablet.True(`document.querySelector("#roll")`) {
			t.Errorf("%s: it can be gone back to", what)
		}
	}
}

func idleTabletRests(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Before(minutes)
	tablet.Go(p.Address + "/door")
	tablet.Ready(".taps")
	const spot = `document.querySelector(".taps button").getBoundingClientRect().x`
	tablet.Text(`window.minute()`)
	tablet.Wait(`document.querySelector("[data-rests]")`)
	tablet.Picture("taps-rests")
	first := tablet.Number(spot)
	tablet.Text(`window.minute()`)
	tablet.Wait(fmt.Sprintf(`%s !== %v`, spot, first))
	if moved := math.Abs(tablet.Number(spot) - first); moved > 8 {
		t.Errorf("the picture moves by %v px", moved)
	}
	tap(tablet, 0, 1)
	wantTiles(tablet, ":is([data-local], [data-state=in])", 1)
	tablet.Wait(`!document.querySelector("[data-rests]")`)
}
