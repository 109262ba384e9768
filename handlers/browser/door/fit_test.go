package door_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/network"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

func thirtyTwoFit(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tabletAt(t, p, browser, "/pair#"+tapCode(p.As(t, apptest.OfficeWorker), "Door 14", roll.StudentsMode, "9A"))
	tablet.At("/door")
	tablet.Size(360, 740)
	tablet.Wait(`document.querySelectorAll(".taps button").length === 32 && document.readyState === "complete"`)
	tap(tablet, 0, 31)
	wantTiles(tablet, "[data-state=in]", 31)
	// The last tap shows the button "Not me".
	tap(tablet, 31, 32)
	tablet.Ready("#not-me button")
	// The test's day differs from the browser's.
	tablet.WantSays("Rollbook goes by its own clock.")
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

// saysWhole shows each possible text on a tile, and returns the texts that divide a word between two lines.
const saysWhole = `(() => {
	const says = document.querySelector(".taps small"), { kept, toStaff, tapped } = document.querySelector("#taps").dataset;
	const shown = [...document.querySelectorAll(".taps small")].map((small) => small.textContent);
	return [...new Set([kept, toStaff, tapped, ...shown])].filter((text) => {
		says.textContent = text;
		return [...text.matchAll(/\S+/g)].some(({ index, 0: word }) => {
			const range = new Range();
			range.setStart(says.firstChild, index), range.setEnd(says.firstChild, index + word.length);
			return new Set([...range.getClientRects()].map(({ y }) => y)).size > 1;
		});
	}).join("; ");
})()`

func tilesDivideNoWord(t *testing.T, browser *browsertest.Browser) {
	p, _ := apptest.BootDemo(t)
	for _, language := range []string{"en", "fr", "ar"} {
		tablet := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
		headers := network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": language}}
		browsertest.Run(tablet.Tab, browsertest.Command(network.SetExtraHTTPHeaders, headers))
		for _, width := range []int{320, 360} {
			tablet.Size(width, 740)
			tablet.Go(p.Address + "/gallery/taps")
			tablet.Ready(".taps")
			if divided := tablet.Text(saysWhole); divided != "" {
				t.Errorf("%s, %d wide: %s", language, width, divided)
			}
		}
	}
}

// tilesStay expects each tile to keep its place and to stay uncovered, whatever notices the tablet shows.
func tilesStay(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	const places = `[...document.querySelectorAll(".taps button")].map((tile) => Object.values(tile.getBoundingClientRect().toJSON()))`
	const covered = `[...document.querySelectorAll(".taps button")].filter((tile) => {
		const { left, right, top, bottom } = tile.getBoundingClientRect();
		return [[left + 9, top + 9], [right - 9, bottom - 9]].some(([x, y]) => document.elementFromPoint(x, y)?.closest("button") !== tile);
	}).map((tile) => tile.innerText)`
	tablet.Before(`window.shows = (notice) => {
		for (const one of document.querySelectorAll("#tablet-notices > :is(.notice, #portal)")) one.hidden = one.id !== notice && notice !== "all";
	}`)
	tablet.Go(p.Address + "/door")
	tablet.Wait(`document.querySelector("#clock-wrong:not([hidden])")`)
	for _, size := range [][2]int{{1024, 768}, {768, 1024}, {360, 740}} {
		tablet.Size(size[0], size[1])
		tablet.Text(`shows("")`)
		before := tablet.Text(places)
		for _, notice := range []string{"clock-wrong", "as-of", "keeps-nothing", "no-worker", "portal", "all"} {
			tablet.Text(`shows("` + notice + `")`)
			if after := tablet.Text(places); after != before {
				t.Errorf("at %v the notice %s moves the tiles from %s to %s", size, notice, before, after)
			}
			if under := tablet.Text(covered); under != "" {
				t.Errorf("at %v the notice %s covers %s", size, notice, under)
			}
			tablet.Picture(fmt.Sprintf("taps-notice-%s-%d", notice, size[0]))
		}
		tablet.Text(`shows("")`)
		tablet.Cut()
		tablet.WantSays("No network.")
		if after := tablet.Text(places); after != before {
			t.Errorf("at %v the tiles move from %s to %s", size, before, after)
		}
		tablet.Restore()
		tablet.Wait(`!document.body.innerText.includes("No network.")`)
	}
}
