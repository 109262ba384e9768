package door_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// tapTests are about a tablet on which students tap their names.
func tapTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"students tap in while a telephone asks for nonsense":               tapsBesideNonsense,
		"students tap in, also while the network is away":                   studentsTap,
		"a tap is answered at once, and the names are there soon":           tapsAreAnsweredAtOnce,
		"taps of yesterday go to the office":                                tapsOfYesterday,
		"a tablet that can keep nothing says so":                            tapsWithoutStorage,
		"a tap that the page before an update stored arrives":               tapsBeforeAnUpdate,
		"staff mark the rest from the names":                                staffMarkTheRest,
		"a tap from before its number's student changed unticks no student": othersTapUnticksNoStudent,
		"no tap is lost or doubled, whatever breaks":                        noTapIsLost,
		"every tap of the last five seconds can be taken back":              everyTapCanBeTakenBack,
		"Not me takes back who stood under the finger":                      notMeMeetsWhoWasThere,
		"no button slides when the last one of the row goes":                notMeStaysInItsPlace,
	}
}

// furtherTapTests are about taps beside other windows, versions and reports, and about the shape of the names.
func furtherTapTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a tap does not wait for those after it":                      tapsGoInTime,
		"taps wait for the storage":                                   tapsBeforeTheStorage,
		"stored taps are drawn before the server answers":             tapsAreDrawnAtOnce,
		"names are hidden until somebody touches":                     namesAreHidden,
		"a tablet that is unpaired forgets its taps":                  unpairedForgets,
		"many taps on three tablets outlive kills and closed windows": manyTapsAndKills,
		"a further tap takes nobody out, and Not me does":             notMeIsItsOwn,
		"an older iPad sends its taps":                                olderTabletsSend,
		"a tablet that does not work says so, and the board does":     faultsAreSaid,
		"what became of a tap is said aloud":                          tapsAreSaid,
		"Enter presses no tile":                                       enterPressesNoTile,
		"a page of staff gives way to the names after a minute":       staffLeaveTheScreen,
		"a tile divides no word in any language":                      tilesDivideNoWord,
		"thirty-two names fit a phone":                                thirtyTwoFit,
		"an idle tablet is darker and its picture moves":              idleTabletRests,
		"no tile moves when the network goes":                         tilesStay,
		"an older report never overtakes a newer one":                 reportsInOrder,
		"a report from before a tap does not take the tap away":       tapsOutliveReports,
	}
}

func studentsTap(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := stopped(t, p, browser)
	tap(tablet, 0, 2)
	wantTiles(tablet, "[data-local=tapped]", 2)
	tablet.Picture("taps-tapped")
	tablet.Want("a tile that was just tapped", `document.querySelector("`+tileOf(1)+` small").innerText`, "You are in")
	notMe(tablet, 1)
	wantTiles(tablet, "[data-local=tapped]", 1)
	tablet.PassTime(5250)
	// The server's event may arrive before the answer to the tap.
	wantTiles(tablet, "[data-state=in]:not([data-local])", 1)
	tablet.Want("the cover", `document.querySelector("#count").innerText`, "1 of 28 in")
	tablet.WantSays("minutes fast. Rollbook goes by its own clock.")
	tap(tablet, 0, 1)
	tablet.Wait(`/^You came in at 08:3\d\.$/.test(document.querySelector("` + tileOf(0) + ` small").innerText)`)
	tablet.Cut()
	tap(tablet, 2, 8)
	tablet.PassTime(5000)
	wantTiles(tablet, "[data-local=kept]", 6)
	tablet.WantSays("No network.")
	wantNoFault(tablet)
	wantTabletFits(tablet, "taps")
	// Stored taps survive a closed page.
	tablet.Restore()
	tablet.Go(p.Address + "/door")
	// The page may reload by itself, and its clock is then stopped again.
	apptest.Eventually(t, "seven are in", func() bool {
		tablet.PassTime(5000)
		return tablet.Number(`document.querySelectorAll(".taps [data-state=in]").length`) == 7
	})
	p.Settled(t, apptest.Harbour)
	if got := len(p.Sandbox.Arrivals(apptest.HarbourCode)); got > 4 {
		t.Errorf("seven taps are %d calls", got)
	}
}

// reportsInOrder holds the answer to a question back until the stream has said more.
func reportsInOrder(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Before(holdsReports)
	tablet.Go(p.Address + "/door")
	tablet.Wait(`held.length > 0`)
	p.As(t, apptest.Teacher).Takes("Present", 0)
	wantTiles(tablet, "[data-state=in]", 1)
	tablet.Text(`held.forEach((goOn) => goOn())`)
	tablet.Wait(`window.told`)
	wantTiles(tablet, "[data-state=in]", 1)
}

// holdsReports holds each answer about the tiles back: held has the functions that let them go on, and told is
// true once the page has read one.
const holdsReports = `window.held = [], window.fetch = ((real) => async (...what) => {
	const answer = await real(...what);
	if (what[0] !== document.querySelector("#taps").dataset.fresh) return answer;
	await new Promise((goOn) => held.push(goOn));
	const text = await answer.text();
	answer.text = async () => { requestAnimationFrame(() => { window.told = true; }); return text; };
	return answer;
})(fetch)`

// tapsOutliveReports lets the server take a tap while its earlier report is on the way, without a stream.
func tapsOutliveReports(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Before(holdsReports + `; window.EventSource = class {
		constructor() { setTimeout(() => this.onopen()); }
		addEventListener() {}
		close() {}
	}`)
	tablet.Go(p.Address + "/door")
	tablet.Wait(`held.length > 0`)
	tap(tablet, 0, 1)
	wantTiles(tablet, "[data-state=kept]:not([data-local])", 1)
	tablet.Text(`held[0]()`)
	tablet.Wait(`window.told`)
	wantTiles(tablet, "[data-state=kept]", 1)
}

// tapsAreAnsweredAtOnce measures the first view and the next, and taps with a quarter of the processor.
func tapsAreAnsweredAtOnce(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Go(p.Address + "/door")
	tablet.Ready(".taps")
	if again := tablet.Text(`performance.getEntriesByType("resource").filter((e) => e.transferSize && e.initiatorType !== "fetch" && !e.name.includes("/roll/tiles")).map((e) => e.name)`); again != "" {
		t.Errorf("the second view fetches %s again", again)
	}
	wantLight(t, p, browser)
	tablet.Slow(4)
	tablet.Text(`window.answers = [], document.addEventListener("click", (event) => {
		const tile = event.target.closest("button");
		requestAnimationFrame(() => requestAnimationFrame((painted) => answers.push(["touched", "tapped"].includes(tile.dataset.local) ? painted - event.timeStamp : Infinity)));
	}, true)`)
	// Other work on the machine can make a tap slow, but never fast.
	const taps = 8
	best, limit := time.Hour, apptest.Within(100*time.Millisecond)
	for place := 0; place < taps && best > limit; place++ {
		tap(tablet, place, place+1)
		tablet.Wait(fmt.Sprintf(`answers.length === %d`, place+1))
		best = min(best, time.Duration(tablet.Number(`Math.min(...answers, 1e8)`)*float64(time.Millisecond)))
	}
	t.Logf("a tap is answered after %s ms", tablet.Text(`answers.map(Math.round)`))
	if best > limit {
		t.Errorf("a tap is answered after %v at best", best)
	}
}

// tapsGoInTime makes students tap one after the other, as in a queue at the door.
func tapsGoInTime(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tap(tablet, 0, 1)
	isIn := `document.querySelector("` + tileOf(0) + `").dataset.state === "in"`
	last := 1
	for ; last < 28 && !tablet.True(isIn); last++ {
		tablet.Text(`window.began = performance.now()`)
		tap(tablet, last, last+1)
		tablet.Wait(`began + 300 < performance.now() || ` + isIn)
	}
	if last == 28 {
		t.Error("nobody is in before the last one has tapped")
	}
}

// wantLight opens the names on a tablet for the first time.
func wantLight(t *testing.T, p *apptest.Program, browser *browsertest.Browser) {
	t.Helper()
	tablet := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	tablet.Cookies(p.Address, p.TapTablet(t, "Hall", "8B").Cookies())
	tablet.Go(p.Address + "/door")
	tablet.Ready(".taps")
	const files = `performance.getEntriesByType("resource").filter((e) => e.initiatorType !== "fetch" && !e.name.includes("/roll/tiles"))`
	// A class of 32 has a seventh more names than this one.
	bytes := tablet.Number(`performance.getEntriesByType("navigation")[0].encodedBodySize * 32 / 28 + ` + files + `.reduce((sum, e) => sum + e.encodedBodySize, 0)`)
	t.Logf("the first view is %v bytes: %s", bytes, tablet.Text(files+`.map((e) => e.name.split("/").pop() + " " + e.encodedBodySize)`))
	if bytes > 40<<10 {
		t.Errorf("the first view is %v bytes", bytes)
	}
}

func tapsOfYesterday(t *testing.T, browser *browsertest.Browser) {
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Cut()
	tap(tablet, 0, 3)
	wantTiles(tablet, "[data-local=kept]", 3)
	clock.Forward(24 * time.Hour)
	tablet.Restore()
	// The page of the new day shows no tap of the previous one.
	tablet.Wait(`document.querySelector("[name=date]").value === "2026-11-20"`)
	wantTiles(tablet, "[data-state=out]:not([data-local])", 28)
	apptest.Eventually(t, "three taps are the office's", func() bool {
		stopped, err := p.App.Store.Pending(t.Context(), apptest.Harbour, roll.Stopped)
		apptest.Must(t, err)
		return len(stopped) == 3
	})
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) > 0 {
		t.Errorf("%d calls were made", len(calls))
	}
}

func tapsWithoutStorage(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	// The storage becomes full while the page is open.
	tablet.Text(`IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); }`)
	tap(tablet, 0, 1)
	wantTiles(tablet, "[data-state=in]", 1)
	// Or the browser has no storage.
	tablet.Before(`IDBFactory.prototype.open = () => { throw new DOMException("refused", "SecurityError"); }`)
	tablet.Go(p.Address + "/door")
	tablet.Wait(`document.querySelector("#said").innerText.startsWith("This tablet cannot keep taps.")`)
	tap(tablet, 1, 2)
	wantTiles(tablet, "[data-state=in]", 2)
	tablet.Cut()
	tap(tablet, 2, 3)
	wantTiles(tablet, "[data-local=refused]", 1)
	tablet.Picture("taps-refused")
	if tablet.True(`document.querySelector("#said").innerText.includes("are kept on this tablet")`) {
		t.Error("a tablet that keeps nothing says that taps are kept")
	}
	tablet.Want("what can neither be kept nor sent", `document.querySelector("`+tileOf(2)+` small").innerText`, "Ask your teacher")
}

// tapsBeforeTheStorage makes students tap before the storage is open.
func tapsBeforeTheStorage(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Before(`const open = IDBFactory.prototype.open;
		IDBFactory.prototype.open = function (...of) {
			const real = open.apply(this, of), late = {};
			real.onsuccess = () => { late.result = real.result; window.goOn = () => late.onsuccess(); };
			return late;
		};`)
	tablet.Go(p.Address + "/door")
	tablet.Wait(`window.goOn`)
	tap(tablet, 0, 3)
	wantTiles(tablet, "[data-local=touched]", 3)
	tablet.Text(`goOn()`)
	wantTiles(tablet, "[data-state=in]", 3)
}

// tapsAreDrawnAtOnce opens the page again while the network hangs.
func tapsAreDrawnAtOnce(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Before(`window.fetch = () => new Promise(() => {}), window.EventSource = class { addEventListener() {} close() {} }`)
	tablet.Go(p.Address + "/door")
	tap(tablet, 0, 1)
	wantTiles(tablet, "[data-local=kept]", 1)
	tablet.Go(p.Address + "/door")
	wantTiles(tablet, "[data-local=kept]", 1)
}

// tapsBeforeAnUpdate moves a stored tap into a database as earlier pages made it.
func tapsBeforeAnUpdate(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Cut()
	tap(tablet, 0, 1)
	wantTiles(tablet, "[data-local=kept]", 1)
	tablet.Text(`indexedDB.databases().then(([{ name }]) => {
		indexedDB.open(name).onsuccess = ({ target: { result } }) => {
			result.transaction("batches").objectStore("batches").getAll().onsuccess = ({ target }) => { const [{ key, ...batch }] = target.result; window.moved = JSON.stringify({ name, batch }); };
		};
	})`)
	tablet.Wait(`window.moved`)
	tablet.Before(`const { name, batch } = ` + tablet.Text(`window.moved`) + `;
		indexedDB.deleteDatabase(name);
		const earlier = indexedDB.open(name, 1);
		earlier.onupgradeneeded = () => {
			const [, batches] = ["taps", "batches"].map((kind) => earlier.result.createObjectStore(kind, { keyPath: "key", autoIncrement: true }));
			batches.add(batch);
		};
		earlier.onsuccess = () => earlier.result.close();`)
	tablet.Restore()
	tablet.Go(p.Address + "/door")
	wantTiles(tablet, "[data-state=in]", 1)
	p.Settled(t, apptest.Harbour)
	p.WantCallsOf(t, 1)
}

func namesAreHidden(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.HiddenNamesMode)
	tablet.Wait(`document.querySelector("#show-names").checkVisibility() && !document.querySelector(".taps").checkVisibility()`)
	wantTabletFits(tablet, "taps-hidden")
	tablet.Click("#show-names")
	tablet.Wait(`!document.querySelector("#show-names").checkVisibility()`)
	tap(tablet, 0, 1)
	wantTiles(tablet, "[data-state=in]", 1)
}

func staffMarkTheRest(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.SetPINs(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tap(tablet, 0, 3)
	// The latest taps are sent before staff check who is missing.
	tablet.Click(".tap-cover .button")
	opensRoll(tablet)
	tablet.Wait(`document.querySelectorAll("[data-enrolment]:has(:checked)").length === 25`)
	tablet.Click("#rest")
	tablet.WaitSaved(25, "Absent")
	p.Settled(t, apptest.Harbour)
	p.WantCallsOf(t, 3, 25)
}

func othersTapUnticksNoStudent(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.SetPINs(t)
	tablet := stopped(t, p, browser)
	wantRest := func(from, next, count int) {
		t.Helper()
		tablet.Go(p.Address + "/door")
		tap(tablet, from, next)
		wantTiles(tablet, "[data-local=tapped]", next-from)
		tablet.Go(tablet.Text(`document.querySelector(".tap-cover .button").href`))
		opensRoll(tablet)
		tablet.Wait(fmt.Sprintf(`document.querySelectorAll("[data-enrolment]:has(:checked)").length === %d`, count))
	}
	wantRest(0, 2, 26)
	p.NamesOthers(t)
	wantRest(2, 3, 27)
}

func unpairedForgets(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Cut()
	tap(tablet, 0, 2)
	wantTiles(tablet, "[data-local=kept]", 2)
	p.As(t, apptest.OfficeWorker).ToTablet("Door 12", "revoke")
	tablet.Restore()
	tablet.Wait(`document.querySelector("#pair") && !document.querySelector(".taps")`)
	tablet.Wait(`(indexedDB.databases().then((all) => window.left = all.length), window.left === 0)`)
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) > 0 {
		t.Errorf("%d calls were made", len(calls))
	}
}

// tapsBesideNonsense makes students tap while a telephone with the school's address asks for addresses that do not
// exist.
func tapsBesideNonsense(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	code := tapCode(p.As(t, apptest.OfficeWorker), "Door 12", roll.StudentsMode, "8B")
	tablet, telephone := tabletAt(t, p, browser, "/pair#"+code), p.Visit(t)
	tablet.Wait(`document.querySelectorAll(".taps button").length > 19 && document.readyState === "complete"`)
	for place := range 4 {
		for range 40 {
			telephone.Get("/schools/harbour/nonsense")
		}
		tap(tablet, place, place+1)
	}
	telephone.Get("/schools/harbour/nonsense").Want(t, http.StatusTooManyRequests)
	wantTiles(tablet, "[data-state=in]", 4)
}
