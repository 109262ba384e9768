package door_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/handlers/browser/doortest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

func thirtyTwoFit(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := doortest.TabletAt(t, p, browser, "/pair#"+doortest.TapCode(p.As(t, apptest.OfficeWorker), "Door 14", roll.StudentsMode, "9A"))
	tablet.At("/door")
	tablet.Size(360, 740)
	tablet.Wait(`document.querySelectorAll(".taps button").length === 32 && document.readyState === "complete"`)
	doortest.Tap(tablet, 0, 31)
	doortest.WantTiles(tablet, "[data-state=in]", 31)
	// The last tap shows the button "Not me".
	doortest.Tap(tablet, 31, 32)
	tablet.Ready("#not-me button")
	// The test's day differs from the browser's.
	tablet.Text(`document.querySelector("#clock-wrong").hidden = true`)
	tablet.Picture("taps-thirty-two")
	if tall := tablet.Number(`document.documentElement.scrollHeight`); tall > 740 {
		t.Errorf("thirty-two names are %v px high", tall)
	}
	if small := tablet.Number(`Math.min(...[...document.querySelectorAll(".taps button")].flatMap((tile) => [tile.offsetWidth, tile.offsetHeight]))`); small < 44 {
		t.Errorf("a tile has %v px", small)
	}
	if cut := tablet.Text(`[...document.querySelectorAll(".taps button")].filter((tile) => tile.scrollHeight > tile.clientHeight + 1).map((tile) => tile.innerText)`); cut != "" {
		t.Errorf("of %q not all is in sight", cut)
	}
}
