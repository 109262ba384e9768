package browser_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// dayTests are about the office's day.
func dayTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a board that follows what is saved":                     boardThatFollows,
		"no line of the board ends with a dot between two texts": boardEndsNoLineWithADot,
		"a board for paper and small windows":                    boardOnPaper,
		"late in six keys from the board":                        lateInSixKeys,
		"a found student's mark on its way":                      finderOnItsWay,
		"a student is found without scripts":                     finderWithoutScript,
		"a late bus of two classes":                              lateBus,
	}
}

// boardCell finds a class's cell on the board.
const boardCell = `[...document.querySelectorAll(".board > li")].find(row => row.querySelector("bdi").innerText === "8B").querySelector(".state")`

func boardThatFollows(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Size(1280, 400)
	u.Text(`document.querySelector(".board a[href*='class=9A']").focus({preventScroll: true}), scrollTo(0, 200), document.body.dataset.kept = "1"`)
	before := u.Text(`scrollY + " " + document.querySelector(".board a[href*='class=9A']").getBoundingClientRect().top`)
	p.As(t, apptest.Teacher).TakesAll(apptest.EightB)
	u.Wait(boardCell + `.dataset.state === "done"`)
	u.Wait(`document.querySelector("#day-progress").innerText.startsWith("11 rolls missing\n\n1 of 12 rolls done")`)
	u.WantSays("Done, all 28", "Anna Lindqvist")
	if after := u.Text(`scrollY + " " + document.querySelector(".board a[href*='class=9A']").getBoundingClientRect().top`); after != before {
		t.Errorf("what is shown moved from %s to %s", before, after)
	}
	if !u.True(`document.activeElement.matches("a[href*='class=9A']") && document.body.dataset.kept === "1"`) {
		t.Error("the focus has moved, or the page was replaced")
	}
	u.Size(1280, 720)
	u.WantAccessible("board")
}

func boardOnPaper(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).TakesAll(apptest.EightB)
	v := p.As(t, apptest.OfficeWorker)
	form := v.Get(apptest.DaySettingsPath).Form("form.card")
	form.Set("due", "08:00")
	v.Post(apptest.DaySettingsPath, form).Want(t, http.StatusSeeOther)
	u := p.OfficeAt(t, browser, apptest.DaySettingsPath)
	u.Fits("day-settings")
	u.Go(p.Address + apptest.DayPath)
	u.Ready("#day-chart")
	u.WantSays("30 min overdue")
	u.Fits("board-overdue")
	u.Wait(`document.querySelector("#day-chart rect.f-present").getBoundingClientRect().width > 10`)
}

// hangingDots are the dots whose next character stands on another line.
const hangingDots = `(() => {
	const found = [], texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
	const top = (node, at) => {
		const range = new Range();
		range.setStart(node, at), range.setEnd(node, at + 1);
		return range.getBoundingClientRect().y;
	};
	let dot = null;
	for (let node; (node = texts.nextNode());) {
		if (node.parentElement.closest(".sr") || !node.parentElement.checkVisibility()) continue;
		for (const { index, 0: character } of node.data.matchAll(/\S/g)) {
			if (dot !== null && Math.abs(top(node, index) - dot) > 8) found.push(node.parentElement.closest("p, li, h2, div").innerText);
			dot = character === "·" ? top(node, index) : null;
		}
	}
	return found.join("; ");
})()`

func boardEndsNoLineWithADot(t *testing.T, browser *browsertest.Browser) {
	p, _ := apptest.BootDemo(t)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	for width := 320; width <= 420; width += 20 {
		u.Size(width, 740)
		for _, state := range []string{"day", "day-past", "day-all-done"} {
			u.Go(p.Address + "/gallery/" + state)
			u.Ready("main h1")
			if hanging := u.Text(hangingDots); hanging != "" {
				t.Errorf("%s, %d wide: %s", state, width, hanging)
			}
		}
	}
}

// saveMark is the text of the button that saves the open student's mark.
const saveMark = `document.querySelector("#mark .primary").innerText`

// lateInSixKeys finds a student of 8B by the beginning of the family name, from the board.
func lateInSixKeys(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Keys, u.Taps = 0, 0
	u.Press("/")
	u.Wait(`document.activeElement.id === "finder"`)
	u.Press("ash")
	u.Wait(suggested)
	u.Press(kb.Enter)
	u.Ready("#mark")
	name := u.Text(`document.querySelector(".opened bdi").innerText`)
	u.Want("the button", saveMark, "Save "+name+" as Late 08:30")
	u.Text(`(document.documentElement.lang = "en-US", document.querySelector("#mark [name=time]").dispatchEvent(new Event("input", { bubbles: true })))`)
	u.Want("an American button", saveMark, "Save "+name+" as Late 8:30 AM")
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.querySelector("[data-outcome=saved]")`)
	wantHands(u, 0, 6)
	u.WantSays(name + ": Late 08:30 saved.")
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != 1 || len(calls[0].Enrolments) != 1 {
		t.Errorf("sent were %+v", calls)
	}
	u.WantAccessible("finder-saved")
}

// finderOnItsWay waits until a mark is saved while the page is open.
func finderOnItsWay(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.FindPath+"?q=8B")
	p.Fault(t, sandbox.Fault{DelayBeforeMs: 4000, BulkOnly: true, Calls: 1})
	u.Click("#mark .primary")
	u.Wait(`document.querySelector(".opened .cell")?.dataset.is === "waiting" && document.body.innerText.includes("Kept, will be sent")`)
	u.Wait(`document.querySelector(".opened .cell").dataset.is === "saved"`)
	p.WantCallsOf(t, 1)
}

// finderWithoutScript finds and marks a student in a browser without scripts.
func finderWithoutScript(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.WithoutScript()
	u.Go(p.Address + apptest.DayPath)
	u.Click("#finder")
	u.Type("ash" + kb.Enter)
	u.At(apptest.FindPath)
	u.Click("#mark .primary")
	u.Wait(`document.querySelector("[data-outcome=saved]")`)
	u.WantSays("Late 08:30 saved.")
}

// lateBus collects two students of two classes and marks both in one save.
func lateBus(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	for i, class := range []string{"8B", "9A"} {
		u.Press("/")
		searches(u, class)
		u.Ready("#found[data-sought='" + class + "'] #collect")
		u.Click("input[form=collect]")
		u.Click("#collect button")
		u.Wait(fmt.Sprintf(`document.querySelectorAll("#tray [data-enrolment]").length === %d`, i+1))
	}
	u.WantAccessible("tray")
	u.Text(`[...document.querySelectorAll("#tray button")].find(e => / Late( [0-9:]+)?$/.test(e.innerText)).id = "all-late"`)
	u.Click("#all-late")
	u.Wait(`document.querySelectorAll("#tray [data-outcome=saved]").length === 2`)
	u.WantSays("2 saved as Late at 08:30.")
	p.WantCallsOf(t, 2)
}
