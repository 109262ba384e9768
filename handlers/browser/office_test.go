package browser_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// officeTests are about the office's corrections.
func officeTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"what happened is opened beside the row":                    historyBesideTheRow,
		"a search is answered in its place":                         searchInPlace,
		"the browser remembers no searched name":                    historyIsNameless,
		"a tray is kept from page to page":                          trayFromPageToPage,
		"a teacher's later save is a conflict":                      officeWordStands,
		"a correction on the roll asks for its reason":              rollAsksForReason,
		"a correction in the finder asks for its reason":            finderAsksForReason,
		"a week is stopped and sent on":                             weekStopped,
		"a student is checked out":                                  checkedOut,
		"the ministry's week takes 5 clicks":                        weekForTheMinistry,
		"a month and files are exported":                            monthTaken,
		"the list of classes is copied":                             listIsCopied,
		"students are listed and marked by keys":                    listedByKeys,
		"keys typed while the first student opens are kept":         typedWhileOpening,
		"a late student is let in with at most 8 keys":              lateAtTheGate,
		"the bus is marked from its group with at most 30 keys":     busFromItsGroup,
		"the bus is marked by names with at most 60 keys":           busByName,
		"last Tuesday is corrected with at most 12 keys":            correctionOfLastTuesday,
		"on a phone matches stand above the form until one opens":   matchesComeFirst,
		"an illness of some days is kept with at most 20 keys":      illnessOfSomeDays,
		"a save takes along the student whose answer is on its way": listedBeforeTheAnswer,
		"a student who was only opened is in no later press":        onlyOpenedIsLeft,
		"a list stays until it is saved":                            listIsKept,
		"with answers of 300 ms nobody on the list is left out":     listedWithSlowAnswers,
	}
}

// historyBesideTheRow opens the history of a student's mark, and keeps the other ticks.
func historyBesideTheRow(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.TakesOn(apptest.Yesterday, "Absent", 0)
	office.TakesOn(apptest.Yesterday, "Late", 0)
	office.TakesOn(apptest.Yesterday, "Excused", 1)
	u := p.OfficeAt(t, browser, apptest.EightB+"&date="+apptest.Yesterday)
	u.Ready(".changed summary")
	u.Text(`document.querySelectorAll("[name=enrolment]")[1].click()`)
	u.Text(`document.querySelector(".changed summary").focus()`)
	u.Press(" ")
	u.Wait(`document.querySelectorAll(".changed .list > li").length === 2`)
	u.WantSays("Reason: a note from home", "Kofi Osei (office)")
	u.Wait(`document.activeElement.matches(".changed summary") && document.querySelectorAll("[name=enrolment]:checked").length === 1`)
	u.WantAccessible("history-beside-row")
	u.Click(u.Status("Absent"))
	u.Text(`document.querySelector("[name=reason]").value = "she was there"`)
	u.Click(apptest.SaveTicked)
	u.Wait(`document.querySelectorAll(".changed summary").length === 2`)
}

// listIsCopied presses the button, which confirms it in its own text; without scripts there is no button.
func listIsCopied(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.RemindersPath)
	u.Text(`document.querySelector("[data-copies]").focus()`)
	u.Press(kb.Enter)
	u.Wait(`document.querySelector("#copied").textContent === "Copied"`)
	u.WantAccessible("reminders-copied")
	u.Text(`document.querySelector("#list").select()`)
	if selected := u.Text(`getSelection().toString()`); !strings.HasPrefix(selected, "Rolls missing at Harbour Street School") {
		t.Errorf("selected is %q", selected)
	}
	u.WithoutScript()
	u.Go(p.Address + apptest.RemindersPath)
	if u.True(`document.querySelector("[data-copies]").checkVisibility()`) {
		t.Error("a button that can do nothing is shown")
	}
}

// searchInPlace searches for one class after the other without leaving the page, and goes Back.
func searchInPlace(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.FindPath)
	u.Text(`document.body.dataset.kept = "1"`)
	u.Press("/")
	searches(u, "8B")
	u.Wait(`location.search.startsWith("?sought=") && document.querySelector("#mark")`)
	u.Wait(`document.body.dataset.kept === "1" && document.activeElement.id === "finder" && document.activeElement.value === "8B"`)
	u.Text(`[...document.querySelectorAll("#found .name > a")].find(e => e.closest("li").matches(":nth-child(3)")).click()`)
	u.Wait(`document.querySelector(".found > li:nth-child(3).opened") && location.search.includes("open=")`)
	u.Want("the button", saveMark, "Save "+u.Text(`document.querySelector("#open h2 bdi").innerText`)+" as Late 08:30")
	u.Text(`document.querySelector("#finder").select()`)
	u.Press("/")
	u.Text(`document.querySelector("#finder").select()`)
	u.Press("zzz" + kb.Enter)
	u.Wait(`document.querySelector("#found").innerText.includes("Nobody found")`)
	u.Back()
	u.Wait(`location.search.includes("open=") && document.querySelector(".found > li:nth-child(3).opened") && document.querySelector("header")`)
	u.WantAccessible("finder-in-place")
}

// trayFromPageToPage collects a student, opens the board, and collects another.
func trayFromPageToPage(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.FindPath)
	kept := `Object.keys(sessionStorage).filter(key => key.startsWith("tray ")).map(key => sessionStorage[key]).join()`
	for i, class := range []string{"8B", "9A"} {
		u.Press("/")
		searches(u, class)
		u.Wait(`document.querySelector("#collect")`)
		u.Wait(`location.search.includes("sought=") && document.querySelector("#found").dataset.sought === "` + class + `"`)
		u.Click("input[form=collect]")
		u.Click("#collect button")
		u.Wait(fmt.Sprintf(`document.querySelectorAll("#tray [data-enrolment]").length === %d`, i+1))
		// The page changes a moment before the storage.
		u.Wait(fmt.Sprintf(`/"tray":"\d+( \d+){%d}"/.test(`+kept+`)`, i))
		u.Go(p.Address + apptest.DayPath)
		u.Ready("#finder")
	}
	if stored := u.Text(kept); !regexp.MustCompile(`^\{"tray":"\d+ \d+","day":"[^"]*"\}$`).MatchString(stored) {
		t.Errorf("kept is %s", stored)
	}
	u.Press("/")
	u.Press("zzz" + kb.Enter)
	u.Wait(`document.querySelectorAll("#tray [data-enrolment]").length === 2`)
	u.Text(`[...document.querySelectorAll("#tray button")].find(e => / Late( [0-9:]+)?$/.test(e.innerText)).id = "all-late"`)
	u.Click("#all-late")
	u.Wait(`document.querySelectorAll("#tray [data-outcome=saved]").length === 2`)
	u.Wait(kept + ` === ""`)
}

// officeWordStands corrects today's mark as the office; the teacher who saves over it sees both marks.
func officeWordStands(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.As(t, apptest.OfficeWorker).Takes("Late", 0)
	u := p.UserOf(t, browser, apptest.Teacher)
	saveAbsent(u, 0)
	waitOutcome(u, 1, "conflict")
	u.WantSays("Kofi Osei (office) marked Late at 08:30. You chose Absent.", "Keep Late", "Change to Absent")
	u.WantAccessible("conflict-shows-both")
}

// reasonHasFocus is true when the person can type the missing reason at once.
const reasonHasFocus = `document.activeElement.name === "reason" && document.activeElement.ariaInvalid === "true"`

// rollAsksForReason changes a teacher's mark without a reason, and then types it where the page leads.
func rollAsksForReason(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	u := p.OfficeAt(t, browser, apptest.EightB)
	u.Ready("#roll")
	u.Click(u.Row(0))
	u.Click(u.Status("Excused"))
	u.Click(apptest.SaveTicked)
	u.Wait(reasonHasFocus)
	u.WantSays("changing a mark that someone else made needs a reason")
	u.WantAccessible("roll-asks-for-reason")
	wantTicked(u, "0")
	u.Press("ill")
	u.Click(apptest.SaveTicked)
	u.WaitSaved(1, "Excused")
	u.Wait(`!document.querySelector("#summary h2") && !document.querySelector("[name=reason]")`)
	u.Fits("roll-corrected")
}

// finderAsksForReason does the same for the open student, by keys.
func finderAsksForReason(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	u := p.OfficeAt(t, browser, apptest.FindPath+"?q=8B")
	u.Click(".others > summary")
	u.Text(`[...document.querySelectorAll("#mark button")].find(e => e.innerText.endsWith("Excused")).id = "excused"`)
	u.Click("#excused")
	u.Wait(reasonHasFocus)
	u.WantAccessible("finder-asks-for-reason")
	u.Press("ill" + kb.Enter)
	u.Wait(`document.querySelector(".opened [data-status=Excused]")`)
}

// weekStopped marks two days while the school system is silent, stops the waiting marks, and sends them.
func weekStopped(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	student := p.As(t, apptest.OfficeWorker).Get(apptest.EightB).Enrolments(t, 0)[0]
	u := p.OfficeAt(t, browser, apptest.HistoryPath+student+"/days?from="+apptest.Yesterday+"&to="+apptest.Today)
	p.Silence()
	u.Sets("status", u.Text(`[...document.querySelectorAll("[name=status] option")].find(e => e.text === "Excused").value`))
	u.Text(`document.querySelector("[name=reason]").value = "ill"`)
	u.Click("form.stack .primary")
	u.Wait(`document.querySelector("#range button")?.innerText === "Stop sending 2"`)
	u.WantSays("0 of 2 marked")
	u.Click("#range button")
	u.Wait(`document.querySelector("#range button")?.innerText === "Send 2 stopped"`)
	p.Resume(t)
	u.Click("#range button")
	u.Wait(`document.querySelector("#range-done")?.innerText === "2 of 2 marked"`)
}

// checkedOut sends the school system the time at which a student leaves.
func checkedOut(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t, func(school *roll.School) { school.TimeFormat, school.LeftCheck = roll.TimeMinutes, roll.CheckOut })
	p.As(t, apptest.OfficeWorker).Takes("Present", 0)
	u := p.OfficeAt(t, browser, apptest.FindPath+"?q=8B")
	u.WantAccessible("finder-gate")
	u.Click("#gate [value=out]")
	u.Wait(`document.querySelector("[data-movement]")`)
	p.Settled(t, apptest.Harbour)
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != 2 || calls[1].Check != "out" {
		t.Errorf("sent were %+v", calls)
	}
	u.Click("#open a[href*='/history']")
	u.Ready("main ol.list")
	u.WantSays("Out 08:30", "Check out in the school system: 08:30")
	u.WantAccessible("history-movements")
}

// weekForTheMinistry takes last week's marks and their summary from the board: each as a file, the summary on paper too.
func weekForTheMinistry(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.As(t, apptest.OfficeWorker).TakesOn("2026-11-12", "Absent", 0)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Taps = 0
	u.Click("main a[href*='/exports']")
	u.Ready("main a[href*='from=2026-11-09&to=2026-11-15']")
	u.Click("main a[href*='/exports?'][href*='from=2026-11-09&to=2026-11-15']")
	u.Ready("main a[download][href*='/marks.csv'][href*='from=2026-11-09&to=2026-11-15']")
	taken := `fetch(document.querySelector("main a[download][href*='/%s.csv']").href).then(answer => answer.text()).then(text => window.taken = text)`
	u.Text("void " + fmt.Sprintf(taken, "marks"))
	u.Wait(`window.taken?.includes("2026-11-12,8B,")`)
	u.Click("main a[download][href*='/marks.csv']")
	u.Click("main a[href*='/exports/summary?']")
	u.Ready(".sums")
	u.WantSays("1 of 7 days counted.", "Monday 9 November 2026 to Sunday 15 November 2026")
	u.WantAccessible("export-summary")
	u.Text("void " + fmt.Sprintf(taken, "summary"))
	u.Wait(`window.taken?.includes("8B,28,1,")`)
	u.Click("main a[download][href*='/summary.csv']")
	if u.Taps > 5 {
		t.Errorf("it took %d clicks", u.Taps)
	}
}

// monthTaken opens a class's month, with the marks in words too, and finds the files.
func monthTaken(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.As(t, apptest.OfficeWorker).Takes("Absent", 0)
	u := p.OfficeAt(t, browser, apptest.ExportsPath+"?class=8B")
	for _, kind := range []string{"csv", "xlsx"} {
		if !u.True(`document.querySelector("main a[download][href*='marks.` + kind + `']").checkVisibility()`) {
			t.Errorf("no %s is offered", kind)
		}
	}
	u.Click("main a[href*='/month']")
	u.Ready(".heats")
	u.Want("the heads of the month", `document.querySelectorAll(".heats :is(thead th[scope=col], tbody th[scope=row])").length`, "50")
	u.WantSays("Sean O'Neill")
	// On a phone the test presses a day's cell.
	u.Size(360, 740)
	const cell = `[...document.querySelectorAll(".heats td a")].find((a) => a.checkVisibility() && a.textContent === "A")`
	if wide, high := u.Number(cell+`.offsetWidth`), u.Number(cell+`.offsetHeight`); wide < 33 || high < 44 {
		t.Errorf("the cell of a day is %v by %v px", wide, high)
	}
	u.Text(`window.old = true`)
	x, y := u.Number(cell+`.getBoundingClientRect().x + 5`), u.Number(cell+`.getBoundingClientRect().y + 5`)
	u.ClickAt(x, y)
	u.Wait(`!window.old && document.querySelector("h1")`)
	u.WantSays("Absent")
	if at := u.Text(`location.pathname`); !strings.Contains(at, "/students/") {
		t.Errorf("the cell of a day leads to %s", at)
	}
}
