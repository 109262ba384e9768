package door_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// leftTests are about the taps and rolls that remain on a tablet at a classroom door: those that wait, those
// that cannot be sent, and the people who are informed.
func leftTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"taps are sent from every page of the tablet":                 tapsFromEveryPage,
		"taps of a class that the tablet lost go to the office":       movedTaps,
		"a roll outlives a move and is saved when the tablet is back": movedRoll,
		"a roll that the server turns away is kept":                   turnedAwayRoll,
		"the office hears of a roll of yesterday":                     rollOfYesterday,
		"students tap where a school is in the machine's own zone":    tapsInOwnZone,
	}
}

// furtherLeftTests are about stored taps and rolls with a second window or a changed class, and about an unattended
// tablet.
func furtherLeftTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"two windows of a tablet send one after the other":          windowsTakeTurns,
		"taps are shown for no other student of the same number":    tapsOfOthers,
		"a roll of a class that the tablet lost can be removed":     movedRollRemoved,
		"a roll of a class that the tablet lost goes to the office": movedRollGiven,
		"names hide again when nobody touches":                      namesHideAgain,
		"the board sees within seconds that a cable was pulled":     pulledCable,
		"a tablet unpaired overnight says so on a shared host":      unpairedOvernight,
	}
}

// hallByWay opens a tablet of both classes where students tap. Its pages are stored, and its network can be
// cut.
func hallByWay(t *testing.T, browser *browsertest.Browser, p *apptest.Program) (*apptest.User, *tabletNetwork) {
	t.Helper()
	p.SetPINs(t)
	w := networkTo(t, strings.TrimPrefix(p.Address, "http://"))
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(1024, 768)
	u.Cookies(w.Address(), p.TapTablet(t, "Door 12", "8B", "9A").Cookies())
	u.Go(w.Address() + "/door")
	keepsPages(u, 3)
	inHall(u, "8B")
	return u, w
}

// wantMarked waits until that many students are marked, each once.
func wantMarked(t *testing.T, p *apptest.Program, count int) {
	t.Helper()
	marks := 0
	apptest.Eventually(t, "all taps are marks", func() bool {
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
	w.Let(nothing)
	tap(u, 0, 2)
	wantTiles(u, "[data-local=kept]", 2)
	u.Click(".tap-cover .class a")
	u.Ready(".doors")
	u.WantSays("No network")
	w.Let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	wantMarked(t, p, 2)
	u.Wait(`document.querySelector("#as-of[hidden]") && document.querySelector(".doors")`)
	inHall(u, "8B")
	wantTiles(u, "[data-local=kept]", 0)
	w.Let(nothing)
	tap(u, 2, 4)
	wantTiles(u, "[data-local=kept]", 2)
	// A PIN cannot be checked without a network: the button for staff leads back to the names.
	u.Click(".tap-cover .button")
	u.Wait(`document.querySelector(".taps") && document.querySelector("#as-of:not([hidden])")`)
	w.Let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	wantMarked(t, p, 4)
}

// overhearing records, for all windows to read, the taps that a page sends, and those that arrive.
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
	wantTiles(first, "li:nth-child(-n + 2) [data-local=kept]", 2)
	wantTiles(second, "[data-local=kept]", 4)
	// Each can fill it again after the browser has cleared it.
	first.Text(`indexedDB.databases().then((all) => all.forEach(({ name }) => indexedDB.deleteDatabase(name)))`)
	first.Restore()
	second.Restore()
	wantMarked(t, p, 4)
	wantTiles(first, "[data-state=in]", 4)
	wantTiles(second, "[data-state=in]", 4)
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

// moves gives the tablet at door 12 other classes.
func moves(p *apptest.Program, t *testing.T, classes ...string) {
	t.Helper()
	changes(p, t, "class", classes...)
}

// changes gives a field of the tablet's settings other values.
func changes(p *apptest.Program, t *testing.T, field string, values ...string) {
	t.Helper()
	office := p.As(t, apptest.OfficeWorker)
	change := office.Get(apptest.TabletsPath).Page.Find("#tablets li:contains('Door 12') a").AttrOr("href", "")
	form := office.Get(change).Form("form[action='" + change + "']")
	form[field] = values
	office.Post(change, form).Want(t, http.StatusSeeOther)
}

// wantBoard waits until the day board and the list of tablets contain the text; for an empty text, until they
// mention no rolls.
func wantBoard(t *testing.T, p *apptest.Program, want string) {
	t.Helper()
	office := p.As(t, apptest.OfficeWorker)
	apptest.Eventually(t, "the office is told "+want, func() bool {
		board, list := office.Get("/schools/harbour/day").Text("#day-tablets"), office.Get(apptest.TabletsPath).Text("#tablets")
		if want == "" {
			return !strings.Contains(board+list, "until a PIN is entered") && !strings.Contains(board+list, "not sent")
		}
		return strings.Contains(board, want) && strings.Contains(list, want)
	})
}

// pulledCable unplugs a tablet with names on its screen, and one with a roll.
func pulledCable(t *testing.T, browser *browsertest.Browser) {
	for page, open := range map[string]func(*testing.T, *browsertest.Browser, *apptest.Program, string) (*apptest.User, *tabletNetwork){"names": tilesByWay, "roll": doorByWay} {
		p := apptest.Boot(t)
		_, w := open(t, browser, p, "8B")
		office := p.OfficeAt(t, browser, apptest.DayPath)
		says := func(what string) {
			began := time.Now()
			office.Wait(`document.querySelector("#day-tablets").innerText.includes("` + what + `")`)
			if took := time.Since(began); took > apptest.Within(5*time.Second) {
				t.Errorf("%s: the board says %q after %v", page, what, took)
			}
		}
		says("connected")
		w.Let(silence)
		says("last seen")
		w.Let(everything)
		says("connected")
	}
}

// turnedAwayRoll presses Save before the page knows that the tablet was moved.
func turnedAwayRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	ticksAbsent(u, 3)
	u.Text(`window.fetch = ((send) => (url, more) => {
		if (more?.method === "POST") more.body.set("class", "9A");
		return send(url, more);
	})(fetch)`)
	u.Click(apptest.SaveTicked)
	u.Wait(`document.querySelector("#kept-roll:not([hidden])")`)
	reopens(u, w)
	u.Wait(keptIsBack)
	u.Click(apptest.SaveTicked)
	u.WaitSaved(1, "Absent")
	p.Settled(t, apptest.Harbour)
	p.WantCallsOf(t, 1)
}

func rollOfYesterday(t *testing.T, browser *browsertest.Browser) {
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	u, w := doorByWay(t, browser, p, "8B")
	keepsRoll(u, w)
	clock.Forward(24 * time.Hour)
	w.Let(everything)
	u.Go(w.Address() + "/door")
	wantBoard(t, p, "1 roll of yesterday was not sent: 8B 08:3")
	u.Wait(`document.querySelector("#kept-rolls button")`)
	wantTabletFits(u, "roll-of-yesterday")
	board := givesRoll(u)
	for _, says := range []string{"1 mark of 8B was taken on Door 12 on Thursday 19 November; it was not saved. The day was over before the tablet could send them.", "Absent 08:3"} {
		if !strings.Contains(board, says) {
			t.Errorf("the office's list says %q, not %q", board, says)
		}
	}
	wantBoard(t, p, "")
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) > 0 {
		t.Errorf("%d calls were made", len(calls))
	}
}

func movedTaps(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := hallByWay(t, browser, p)
	w.Let(nothing)
	tap(u, 0, 2)
	wantTiles(u, "[data-local=kept]", 2)
	moves(p, t, "9A")
	w.Let(everything)
	u.Go(w.Address() + "/door")
	const said = "2 students of 8B tapped in at Door 12 on Thursday 19 November; it was not saved. The tablet does not show this class any more."
	office := p.As(t, apptest.OfficeWorker)
	apptest.Eventually(t, "the taps stand on the office's list", func() bool {
		return strings.Contains(office.Get("/schools/harbour/day").Text("main"), said)
	})
	board := office.Get("/schools/harbour/day")
	if list := board.Text("form[action$='/day/refused']"); !strings.Contains(list, "08:3") {
		t.Errorf("the list says %q", list)
	}
	apptest.Eventually(t, "nothing waits on the tablet", func() bool {
		return !strings.Contains(office.Get("/schools/harbour/day").Text("#day-tablets"), "on it")
	})
	office.Post("/schools/harbour/day/refused", board.Form("form[action$='/day/refused']")).Want(t, http.StatusSeeOther)
	if office.Get("/schools/harbour/day").Page.Find("form[action$='/day/refused']").Length() != 0 {
		t.Error("what the office has dealt with is still on its list")
	}
}

func tapsOfOthers(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := hallByWay(t, browser, p)
	tap(u, 0, 2)
	p.NamesOthers(t)
	u.Go(w.Address() + "/door")
	inHall(u, "8B")
	apptest.Eventually(t, "the taps are kept under their names", func() bool {
		if u.True(`document.querySelector(".taps [data-local]")`) {
			t.Error("a tap is shown for another student")
		}
		moved, err := p.App.Store.Moved(t.Context(), apptest.Harbour)
		apptest.Must(t, err)
		return len(moved) == 2 && moved[0].Given != "New"
	})
	wantTiles(u, "[data-local]", 0)
	wantTiles(u, "[data-state=out]", apptest.EightBSize)
}

// withoutWaiting lets the test run the page's timers of 30 s: window.quiet().
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
	// Each touch starts the half minute again.
	tap(tablet, 0, 1)
	if due := tablet.Number(`quiet()`); due != 1 {
		t.Errorf("the names hide %v times", due)
	}
	tablet.Wait(hidden)
	// The tap is sent nevertheless.
	wantMarked(t, p, 1)
	tablet.Click("#show-names")
	tablet.Wait(shown)
}

// tapsInOwnZone taps in a school in the machine's own time zone, like those of the demonstration.
func tapsInOwnZone(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t, func(school *roll.School) { school.Zone = time.Local })
	tablet := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	tablet.Size(1024, 768)
	tablet.Cookies(p.Address, p.TapTablet(t, "Hall", "8B", "9A").Cookies())
	tablet.Go(p.Address + "/door")
	inHall(tablet, "8B")
	tap(tablet, 0, 1)
	wantTiles(tablet, "[data-state=in]", 1)
}

func unpairedOvernight(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	address, _ := inVersions(t, p)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(768, 1024)
	// A page that sends no requests by itself.
	u.Cookies(address, p.Tablet(t, "Door 12", "8B", "9A").Cookies())
	u.Go(address + "/door")
	keepsPages(u, 3)
	p.As(t, apptest.OfficeWorker).ToTablet("Door 12", "revoke").Want(t, http.StatusSeeOther)
	u.Text(sleeps)
	u.Wait(`!window.before && document.querySelector("#pair")`)
	u.WantSays("This tablet was removed")
	u.Wait(forgotten)
}

// givesRoll gives the stored roll to the office, after a wrong PIN that does not, and returns the office's
// list.
func givesRoll(u *apptest.User) string {
	u.T.Helper()
	givesPIN(u, apptest.WrongPIN)
	u.Click("#kept-rolls button")
	u.Wait(`document.querySelector("#signing-problem")?.innerText.startsWith("That is not the PIN.") && document.querySelector("#kept-rolls button")`)
	givesPIN(u, apptest.TeacherPIN)
	u.Click("#kept-rolls button")
	u.Wait(`!document.querySelector("#kept-rolls *")`)
	return u.Program.As(u.T, apptest.OfficeWorker).Get("/schools/harbour/day").Text("form[action$='/day/refused']")
}
