package browser_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// leftTests are about the taps and rolls that are left on a tablet at a classroom door: those that
// wait, those that cannot be sent, and who is told.
func leftTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"taps are sent from every page of the tablet":                 tapsFromEveryPage,
		"two windows of a tablet send one after the other":            windowsTakeTurns,
		"taps of a class that the tablet lost are counted until then": movedTaps,
		"taps of a class that the tablet lost can be removed":         movedTapsRemoved,
		"a roll outlives a move and is saved when the tablet is back": movedRoll,
		"a roll of a class that the tablet lost can be removed":       movedRollRemoved,
		"a roll that the server turns away is kept":                   turnedAwayRoll,
		"the office hears of a roll of yesterday":                     rollOfYesterday,
		"names hide again when nobody touches":                        namesHideAgain,
		"students tap where a school is in the machine's own zone":    tapsInOwnZone,
		"a tablet unpaired overnight says so on a shared host":        unpairedOvernight,
	}
}

// hallByWay opens a tablet of both classes on which students tap. Its pages are kept, and its way can be cut.
func hallByWay(t *testing.T, browser *browsertest.Browser, p *apptest.Program) (*apptest.User, *way) {
	t.Helper()
	p.SetPINs(t)
	w := wayTo(t, strings.TrimPrefix(p.Address, "http://"))
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(1024, 768)
	u.Cookies(w.address(), p.TapTablet(t, "Door 12", "8B", "9A").Cookies())
	u.Go(w.address() + "/door")
	keepsPages(u, 5)
	inHall(u, "8B")
	return u, w
}

// wantMarked waits until so many students are marked, each once.
func wantMarked(t *testing.T, p *apptest.Program, count int) {
	t.Helper()
	marks := 0
	apptest.Eventually(t, 20*time.Second, "all taps are marks", func() bool {
		marks = 0
		apptest.Must(t, p.App.Store.EachMark(t.Context(), apptest.Harbour, func(mark roll.Mark) {
			if marks++; mark.Version != 1 {
				t.Errorf("%d has a mark of version %d", mark.Enrolment, mark.Version)
			}
		}))
		return marks >= count
	})
	if marks != count {
		t.Errorf("%d marks, want %d", marks, count)
	}
}

func tapsFromEveryPage(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := hallByWay(t, browser, p)
	w.let(nothing)
	tap(u, 0, 2)
	counted(u, "[data-local=kept]", 2)
	u.Click(".tap-cover .class a")
	u.Ready(".doors")
	wantSays(u, "No network")
	w.let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	wantMarked(t, p, 2)
	u.Wait(`document.querySelector("#as-of[hidden]") && document.querySelector(".doors")`)
	inHall(u, "8B")
	w.let(nothing)
	tap(u, 2, 4)
	counted(u, "[data-local=kept]", 2)
	tapped := [2]string{u.Text(idOf(2)), u.Text(idOf(3))}
	u.Click(".tap-cover .button")
	u.Ready("#roll")
	// Students who tapped are not marked with the rest, though the server does not know yet.
	for _, id := range tapped {
		u.Wait(`!document.querySelector(".rows [value='` + id + `']").checked && document.querySelectorAll(".rows :checked").length >= 24`)
	}
	w.let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	wantMarked(t, p, 4)
	if u.True(`document.querySelector(".taps")`) {
		t.Error("it went back to the names")
	}
}

// overhearing notes, for all windows to read, which taps a page sends, and which of them arrived.
const overhearing = `{
	const send = fetch;
	const note = (what, body) => localStorage.setItem("sent", (localStorage.getItem("sent") ?? "") + what + " " + body + "\n");
	window.fetch = async (url, more) => {
		if (more?.method !== "POST") return send(url, more);
		note("asks", more.body);
		let end = "lost";
		try {
			const answer = await send(url, more);
			if (answer.ok) end = "arrived";
			return answer;
		} finally {
			note(end, more.body);
		}
	};
}`

func windowsTakeTurns(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	first := tiles(t, p, browser, roll.StudentsMode)
	second := &apptest.User{Tab: first.Beside(), T: t, Program: p}
	for _, window := range []*apptest.User{first, second} {
		window.Before(overhearing)
		window.Go(p.Address + "/door?class=8B")
		window.Wait(`document.querySelectorAll(".taps button").length === 28 && document.readyState === "complete"`)
		window.Cut()
	}
	tap(first, 0, 2)
	tap(second, 2, 4)
	// They share one queue.
	counted(first, "li:nth-child(-n + 2) [data-local=kept]", 2)
	counted(second, "[data-local=kept]", 4)
	first.Mend()
	second.Mend()
	wantMarked(t, p, 4)
	counted(first, "[data-state=in]", 4)
	counted(second, "[data-state=in]", 4)
	open, arrived := "", make(map[string]int)
	for line := range strings.Lines(first.Text(`localStorage.getItem("sent")`)) {
		what, body, _ := strings.Cut(line, " ")
		if what == "asks" && open != "" {
			t.Errorf("%s is sent beside %s", body, open)
		}
		if open = ""; what == "asks" {
			open = body
		}
		if what == "arrived" {
			arrived[body]++
		}
	}
	for body, count := range arrived {
		if count != 1 {
			t.Errorf("%s arrived %d times", body, count)
		}
	}
}

// idOf reads the student of a tile.
func idOf(place int) string {
	return `document.querySelector("` + tileOf(place) + `").value.split(":")[0]`
}

// moves gives the tablet at door 12 other classes.
func moves(p *apptest.Program, t *testing.T, classes ...string) {
	t.Helper()
	office := p.As(t, apptest.OfficeWorker)
	change := office.Get(apptest.TabletsPath).Page.Find("#tablets li:contains('Door 12') a").AttrOr("href", "")
	form := office.Get(change).Form("form[action='" + change + "']")
	form["class"] = classes
	office.Post(change, form).Want(t, http.StatusSeeOther)
}

const rollIsMoved = " was not saved: 1 Absent. This tablet does not show 8B any more. Take the roll again on another device, or have the tablet moved back."

// movedWithRoll opens a tablet that keeps a roll of 8B, and shows 9A.
func movedWithRoll(t *testing.T, browser *browsertest.Browser, p *apptest.Program) (*apptest.User, *way) {
	t.Helper()
	u, w := doorByWay(t, browser, p, "8B")
	w.let(nothing)
	ticksAbsent(u, 3)
	u.Click("#press")
	wantKept(u)
	moves(p, t, "9A")
	w.let(everything)
	u.Go(w.address() + "/door")
	u.Wait(`document.querySelector("h1").innerText === "9A" && document.querySelector("#kept-rolls button")`)
	wantSays(u, "The roll of 8B of Thursday 19 November, taken on this tablet at 08:3")
	wantSays(u, rollIsMoved)
	wantBoard(t, p, "1 roll waits on it for a PIN.")
	return u, w
}

// wantBoard waits until the day board and the list of tablets have the text; for an empty text, until
// they say nothing of rolls.
func wantBoard(t *testing.T, p *apptest.Program, want string) {
	t.Helper()
	office := p.As(t, apptest.OfficeWorker)
	apptest.Eventually(t, 20*time.Second, "the office is told "+want, func() bool {
		board, list := office.Get("/schools/harbour/day").Text("#day-tablets"), office.Get(apptest.TabletsPath).Text("#tablets")
		if want == "" {
			return !strings.Contains(board+list, "on it for a PIN") && !strings.Contains(board+list, "not sent")
		}
		return strings.Contains(board, want) && strings.Contains(list, want)
	})
}

func movedRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := movedWithRoll(t, browser, p)
	wantAccessible(u, "door-moved")
	u.Size(768, 1024)
	moves(p, t, "8B")
	u.Go(w.address() + "/door")
	u.Wait(`document.querySelector("h1").innerText === "8B" && document.querySelector("#kept-roll:not([hidden])")`)
	if says(u, "was not saved") {
		t.Error("what can be saved is said to be lost")
	}
	signs(u, apptest.TeacherPIN)
	u.WaitSaved(1, "Absent")
	p.Settled(t)
	p.WantCallsOf(t, 1)
	if left := keptRecords(u); left != "" {
		t.Errorf("once saved, the tablet keeps %s", left)
	}
	wantBoard(t, p, "")
}

func movedRollRemoved(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := movedWithRoll(t, browser, p)
	u.Click("#kept-rolls button")
	u.Wait(`!document.querySelector("#kept-rolls *")`)
	if left := keptRecords(u); left != "" {
		t.Errorf("once removed, the tablet keeps %s", left)
	}
	wantBoard(t, p, "")
	u.Go(w.address() + "/door")
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) > 0 || says(u, "was not saved") {
		t.Errorf("%d calls were made, and it says %s", len(calls), u.Text("document.body.innerText"))
	}
}

// turnedAwayRoll presses Save before the page has heard that the tablet was moved.
func turnedAwayRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	ticksAbsent(u, 3)
	u.Text(`window.fetch = ((send) => (url, more) => {
		if (more?.method === "POST") more.body.set("class", "9A");
		return send(url, more);
	})(fetch)`)
	signs(u, apptest.TeacherPIN)
	u.Wait(`document.querySelector("#kept-roll:not([hidden])")`)
	u.Go(w.address() + "/door")
	u.Wait(`document.querySelector("#kept-roll:not([hidden])")`)
	signs(u, apptest.TeacherPIN)
	u.WaitSaved(1, "Absent")
	p.Settled(t)
	p.WantCallsOf(t, 1)
}

func rollOfYesterday(t *testing.T, browser *browsertest.Browser) {
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	u, w := doorByWay(t, browser, p, "8B")
	w.let(nothing)
	ticksAbsent(u, 3)
	u.Click("#press")
	wantKept(u)
	clock.Forward(24 * time.Hour)
	w.let(everything)
	u.Go(w.address() + "/door")
	wantBoard(t, p, `1 roll of yesterday was not sent. The tablet says which marks: enter them under that day, then press "Remove it" on the tablet.`)
	u.Wait(`document.querySelector("#kept-rolls button")`)
	u.Click("#kept-rolls button")
	wantBoard(t, p, "")
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) > 0 {
		t.Errorf("%d calls were made", len(calls))
	}
}

func movedTaps(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := hallByWay(t, browser, p)
	w.let(nothing)
	tap(u, 0, 2)
	counted(u, "[data-local=kept]", 2)
	moves(p, t, "9A")
	w.let(everything)
	u.Go(w.address() + "/door")
	const said = `document.querySelector("#kept-taps").innerText.startsWith("Taps that were not saved: 2, of 8B, Thursday 19 November. This tablet does not show 8B any more.")`
	u.Wait(said)
	wantTabletFits(u, "taps-moved")
	u.Size(1024, 768)
	office := p.As(t, apptest.OfficeWorker)
	apptest.Eventually(t, 20*time.Second, "the board counts the taps", func() bool {
		return strings.Contains(office.Get("/schools/harbour/day").Text("#day-tablets"), "2 taps wait on it")
	})
	if u.True(`document.querySelector("#kept-taps button")`) {
		t.Error("students can remove them")
	}
	u.Go(w.address() + "/door?class=9A&staff=1")
	u.Wait(said + ` && document.querySelector("#kept-taps button")`)
	moves(p, t, "8B", "9A")
	u.Go(w.address() + "/door")
	wantMarked(t, p, 2)
	u.Wait(`!document.querySelector("#kept-taps *")`)
}

func movedTapsRemoved(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := hallByWay(t, browser, p)
	w.let(nothing)
	tap(u, 0, 1)
	counted(u, "[data-local=kept]", 1)
	moves(p, t, "9A")
	w.let(everything)
	u.Go(w.address() + "/door?class=9A&staff=1")
	u.Wait(`document.querySelector("#kept-taps button")`)
	u.Click("#kept-taps button")
	u.Wait(`!document.querySelector("#kept-taps *")`)
	office := p.As(t, apptest.OfficeWorker)
	apptest.Eventually(t, 20*time.Second, "the board counts no tap", func() bool {
		return !strings.Contains(office.Get("/schools/harbour/day").Text("#day-tablets"), "on it")
	})
	moves(p, t, "8B")
	u.Go(w.address() + "/door")
	u.Wait(`document.querySelectorAll(".taps [data-state=out]:not([data-local])").length === 28`)
}

// withoutWaiting has the test run the page's timers of 30 s: window.quiet().
const withoutWaiting = `{
	const start = setTimeout, stop = clearTimeout, quiet = new Map();
	let last = -1;
	window.setTimeout = (work, after, ...more) => {
		if (after !== 30000) return start(work, after, ...more);
		quiet.set(--last, work);
		return last;
	};
	window.clearTimeout = (timer) => { if (!quiet.delete(timer)) stop(timer); };
	window.quiet = () => { const due = [...quiet.values()]; quiet.clear(); due.forEach((work) => work()); return due.length; };
}`

func namesHideAgain(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.HiddenNamesMode)
	tablet.Before(withoutWaiting)
	tablet.Go(p.Address + "/door")
	const hidden = `document.querySelector("#show-names").checkVisibility() && !document.querySelector(".taps").checkVisibility()`
	const shown = `!document.querySelector("#show-names").checkVisibility() && document.querySelector(".taps").checkVisibility()`
	tablet.Wait(hidden)
	tablet.Click("#show-names")
	tablet.Wait(shown)
	// Each touch begins the half minute anew.
	tap(tablet, 0, 1)
	counted(tablet, "[data-local=tapped]", 1)
	if due := tablet.Number(`quiet()`); due != 1 {
		t.Errorf("the names hide %v times", due)
	}
	tablet.Wait(hidden)
	// The tap is sent all the same.
	wantMarked(t, p, 1)
	tablet.Click("#show-names")
	tablet.Wait(shown)
}

// tapsInOwnZone taps in a school in the machine's own time zone, as the demonstration's are.
func tapsInOwnZone(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t, func(school *roll.School) { school.Zone = time.Local })
	tablet := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	tablet.Size(1024, 768)
	tablet.Cookies(p.Address, p.TapTablet(t, "Hall", "8B", "9A").Cookies())
	tablet.Go(p.Address + "/door")
	inHall(tablet, "8B")
	tap(tablet, 0, 1)
	counted(tablet, "[data-state=in]", 1)
}

func unpairedOvernight(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	address, _ := inVersions(t, p)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	// A page that asks nothing by itself.
	u.Cookies(address, p.Tablet(t, "Door 12", "8B", "9A").Cookies())
	u.Go(address + "/door")
	keepsPages(u, 3)
	p.As(t, apptest.OfficeWorker).ToTablet("Door 12", "revoke").Want(t, http.StatusSeeOther)
	u.Text(sleeps)
	u.Wait(`!window.before && document.querySelector("#pair")`)
	wantSays(u, "This tablet was unpaired")
	u.Wait(forgotten)
}
