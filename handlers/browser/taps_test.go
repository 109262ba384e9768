package browser_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// tapTests are about a tablet on which students tap their names.
func tapTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"students tap in, also while the network is away":         studentsTap,
		"a tap is answered at once, and the names are there soon": tapsAreAnsweredAtOnce,
		"a tap does not wait for those after it":                  tapsGoInTime,
		"taps of yesterday go to the office":                      tapsOfYesterday,
		"a tablet that can keep nothing says so":                  tapsWithoutStorage,
		"taps wait for the storage":                               tapsBeforeTheStorage,
		"names are hidden until somebody touches":                 namesAreHidden,
		"staff mark the rest from the names":                      staffMarkTheRest,
		"a tablet that is unpaired forgets its taps":              unpairedForgets,
		"no tap is lost or doubled, whatever breaks":              noTapIsLost,
	}
}

// tiles opens a tablet that shows the names of 8B.
func tiles(t *testing.T, p *apptest.Program, browser *browsertest.Browser, mode roll.TabletMode) *apptest.User {
	t.Helper()
	apptest.Must(t, p.App.Store.SetLateAfter(t.Context(), apptest.Harbour, "08:40"))
	tablet := tabletAt(t, p, browser, "/pair#"+tapCode(p.As(t, apptest.OfficeWorker), "Door 12", mode, "8B"))
	at(tablet, "/door")
	tablet.Wait(`document.querySelectorAll(".taps button").length === 28 && document.readyState === "complete"`)
	return tablet
}

// tapCode returns a code for a tablet on which students tap.
func tapCode(office *apptest.Visitor, name string, mode roll.TabletMode, classes ...string) string {
	form := office.TabletForm(name, classes...)
	form.Set("mode", string(mode))
	return office.Post(apptest.TabletsPath, form).PairingCode()
}

// tileOf returns the selector of the tile at the place, from 0.
func tileOf(place int) string { return ".taps li:nth-child(" + strconv.Itoa(place+1) + ") button" }

// counted waits until so many tiles are in the state.
func counted(u *apptest.User, selector string, count int) {
	u.T.Helper()
	u.Wait(fmt.Sprintf(`document.querySelectorAll(".taps %s").length === %d`, selector, count))
}

// tap taps the tiles from the place on, before the next one.
func tap(u *apptest.User, from, next int) {
	u.T.Helper()
	for place := from; place < next; place++ {
		u.Click(tileOf(place))
	}
}

// tabletLooks returns both ways to hold a tablet, a phone and a small notebook, light and dark.
func tabletLooks() []browsertest.Look {
	var looks []browsertest.Look
	for _, theme := range []string{"light", "dark"} {
		for _, size := range [][2]int{{1280, 800}, {768, 1024}, {1024, 768}, {360, 740}} {
			looks = append(looks, browsertest.Look{Theme: theme, Width: size[0], Height: size[1]})
		}
	}
	return looks
}

// wantTabletFits checks the page in all of them.
func wantTabletFits(u *apptest.User, name string) {
	u.T.Helper()
	u.InEachLook(tabletLooks(), func(look browsertest.Look) {
		u.T.Helper()
		at := fmt.Sprintf("%s-%d-%d-%s", name, look.Width, look.Height, look.Theme)
		u.Picture(at)
		for _, violation := range u.Violations() {
			u.T.Errorf("%s: %s at %q", at, violation.Rule, violation.Nodes)
		}
		if wide := u.Number(`document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			u.T.Errorf("%s: %v px stand out at the side", at, wide)
		}
	})
	u.Size(768, 1024)
}

// twoSecondsLater waits until a further tap on a tile counts as a new one.
func twoSecondsLater(u *apptest.User) {
	u.T.Helper()
	u.Text(`window.began = performance.now()`)
	u.Wait(`began + 2050 < performance.now()`)
}

func studentsTap(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tap(tablet, 0, 2)
	counted(tablet, "[data-local=tapped]", 2)
	tablet.Picture("taps-tapped")
	if says := tablet.Text(`document.querySelector("` + tileOf(1) + ` small").innerText`); says != "Not me" {
		t.Errorf("a tile that was just tapped says %q", says)
	}
	// The second of two taps within two seconds does not count; a later one takes the first back.
	tap(tablet, 0, 1)
	counted(tablet, "[data-local=tapped]", 2)
	twoSecondsLater(tablet)
	tap(tablet, 1, 2)
	counted(tablet, "[data-local=tapped]", 1)
	counted(tablet, "[data-state=in]", 1)
	if says := tablet.Text(`document.querySelector("#count").innerText`); says != "1 of 28 in" {
		t.Errorf("the cover says %q", says)
	}
	wantSays(tablet, "minutes fast. Rollbook goes by its own clock.")
	tap(tablet, 0, 1)
	tablet.Wait(`/^You are in since 08:3\d\.$/.test(document.querySelector("` + tileOf(0) + ` small").innerText)`)
	tablet.Cut()
	tap(tablet, 2, 8)
	counted(tablet, "[data-local=kept]", 6)
	wantSays(tablet, "No network.")
	wantTabletFits(tablet, "taps")
	// Taps that are kept outlive the page.
	tablet.Mend()
	tablet.Go(p.Address + "/door")
	counted(tablet, "[data-state=in]", 7)
	p.Settled(t)
	if got := len(p.Sandbox.Arrivals(apptest.HarbourCode)); got > 4 {
		t.Errorf("seven taps are %d calls", got)
	}
}

// tapsAreAnsweredAtOnce measures the first view and the next, and taps with a quarter of the processor.
func tapsAreAnsweredAtOnce(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Go(p.Address + "/door")
	tablet.Ready(".taps")
	if again := tablet.Text(`performance.getEntriesByType("resource").filter((e) => e.transferSize && !e.name.includes("/roll/tiles")).map((e) => e.name)`); again != "" {
		t.Errorf("the second view fetches %s again", again)
	}
	wantLight(t, p, browser)
	tablet.Slow(4)
	tablet.Text(`window.answers = [], document.addEventListener("click", (event) => {
		const tile = event.target.closest("button");
		requestAnimationFrame(() => requestAnimationFrame((painted) => answers.push(["touched", "tapped"].includes(tile.dataset.local) ? painted - event.timeStamp : Infinity)));
	}, true)`)
	best, limit := time.Hour, 100*time.Millisecond
	for place := 0; place < loads && best > limit; place++ {
		tap(tablet, place, place+1)
		tablet.Wait(fmt.Sprintf(`answers.length === %d`, place+1))
		best = min(best, time.Duration(tablet.Number(`Math.min(...answers, 1e6)`)*float64(time.Millisecond)))
	}
	t.Logf("a tap is answered after %s ms", tablet.Text(`answers.map(Math.round)`))
	if best > limit {
		t.Errorf("a tap is answered after %v at best", best)
	}
}

// tapsGoInTime has students tap one after the other, as in a queue at the door.
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

// wantLight opens the names on a tablet that has never seen them.
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
	counted(tablet, "[data-local=kept]", 3)
	clock.Forward(24 * time.Hour)
	tablet.Mend()
	// The page of the new day shows no tap of the old one.
	tablet.Wait(`document.querySelector("[name=date]").value === "2026-11-20"`)
	counted(tablet, "[data-state=out]:not([data-local])", 28)
	apptest.Eventually(t, 20*time.Second, "three taps are the office's", func() bool {
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
	// The storage fills up under the page.
	tablet.Text(`IDBObjectStore.prototype.add = () => { throw new DOMException("full", "QuotaExceededError"); }`)
	tap(tablet, 0, 1)
	counted(tablet, "[data-state=in]", 1)
	// Or the browser has none.
	tablet.Before(`IDBFactory.prototype.open = () => { throw new DOMException("refused", "SecurityError"); }`)
	tablet.Go(p.Address + "/door")
	tablet.Wait(`document.querySelector("#said").innerText.startsWith("This tablet cannot keep taps.")`)
	tap(tablet, 1, 2)
	counted(tablet, "[data-state=in]", 2)
	tablet.Cut()
	tap(tablet, 2, 3)
	counted(tablet, "[data-local=refused]", 1)
	tablet.Picture("taps-refused")
	if tablet.True(`document.querySelector("#said").innerText.includes("are kept on this tablet")`) {
		t.Error("a tablet that keeps nothing says that taps are kept")
	}
	if says := tablet.Text(`document.querySelector("` + tileOf(2) + ` small").innerText`); says != "Go to staff" {
		t.Errorf("what can neither be kept nor sent says %q", says)
	}
}

// tapsBeforeTheStorage has students tap while the storage is still being opened.
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
	counted(tablet, "[data-local=touched]", 3)
	tablet.Text(`goOn()`)
	counted(tablet, "[data-state=in]", 3)
}

func namesAreHidden(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.HiddenNamesMode)
	tablet.Wait(`document.querySelector("#show-names").checkVisibility() && !document.querySelector(".taps").checkVisibility()`)
	wantTabletFits(tablet, "taps-hidden")
	tablet.Click("#show-names")
	tablet.Wait(`!document.querySelector("#show-names").checkVisibility()`)
	tap(tablet, 0, 1)
	counted(tablet, "[data-state=in]", 1)
}

func staffMarkTheRest(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	p.SetPINs(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tap(tablet, 0, 3)
	// Taps of just now are sent before staff look who is missing.
	tablet.Click(".tap-cover .button")
	tablet.Ready("#roll")
	tablet.Wait(`document.querySelectorAll("[data-enrolment]:has(:checked)").length === 25`)
	tablet.Click(tablet.Status("Absent"))
	signs(tablet, apptest.TeacherPIN)
	tablet.WaitSaved(25, "Absent")
	p.Settled(t)
	p.WantCallsOf(t, 3, 25)
}

func unpairedForgets(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	tablet := tiles(t, p, browser, roll.StudentsMode)
	tablet.Cut()
	tap(tablet, 0, 2)
	counted(tablet, "[data-local=kept]", 2)
	p.As(t, apptest.OfficeWorker).ToTablet("Door 12", "revoke")
	tablet.Mend()
	tablet.Wait(`document.querySelector("#pair") && !document.querySelector(".taps")`)
	tablet.Text(`indexedDB.databases().then((all) => window.left = all.length)`)
	tablet.Wait(`window.left === 0`)
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) > 0 {
		t.Errorf("%d calls were made", len(calls))
	}
}

// inHall opens the names of the class on a tablet of several classes.
func inHall(u *apptest.User, class string) {
	u.T.Helper()
	u.Ready(".doors")
	u.Click(".doors a[href*='class=" + class + "']")
	u.Wait(`document.querySelectorAll(".taps button").length > 19 && document.readyState === "complete" && document.querySelector("[name=class]").value === "` + class + `"`)
}

// noTapIsLost has forty students of two classes tap on one tablet, while the network breaks before
// and after the server has read, the window ends and the server is killed.
func noTapIsLost(t *testing.T, browser *browsertest.Browser) {
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	host := apptest.NewPort(t)
	d := apptest.Deploy(t, binary, time.Second)
	server, way := d.Start(t, host), wayTo(t, host)
	code := tapCode(d.As(t, apptest.OfficeWorker), "Hall", roll.StudentsMode, "8B", "9A")
	tablet := tabletAt(t, &apptest.Program{Address: way.address()}, browser, "/pair#"+code)
	inHall(tablet, "8B")
	began := time.Now()
	tap(tablet, 0, 7)
	way.let(questions)
	tap(tablet, 7, 14)
	apptest.Eventually(t, 30*time.Second, "taps were read, and their answer lost", func() bool { _, unanswered := way.cuts(); return unanswered > 0 })
	way.let(everything)
	tap(tablet, 14, 20)
	tablet.Click(".tap-cover .class a")
	inHall(tablet, "9A")
	tap(tablet, 0, 7)
	way.let(nothing)
	tap(tablet, 7, 14)
	// The tiles say which taps the tablet has kept. Only then its window ends.
	counted(tablet, ":is([data-local]:not([data-local=touched]), [data-state=kept], [data-state=in])", 14)
	tablet.Tab = tablet.Reopened()
	way.let(everything)
	tablet.Go(way.address() + "/door")
	inHall(tablet, "9A")
	server.Kill()
	tap(tablet, 14, 20)
	t.Logf("forty taps took %v", time.Since(began))
	counted(tablet, ":is([data-local]:not([data-local=touched]), [data-state=kept], [data-state=in])", 20)
	d.Start(t, host)
	wantFortyTaps(t, d)
	counted(tablet, "[data-state=in]", 20)
	if refused, unanswered := way.cuts(); refused == 0 || unanswered == 0 {
		t.Errorf("%d connections were refused, and %d presses unanswered", refused, unanswered)
	}
}

// wantFortyTaps waits until forty students have one mark each that the school system has confirmed.
func wantFortyTaps(t *testing.T, d *apptest.Deployment) {
	t.Helper()
	inspected, err := store.Open(t.Context(), d.App.Config.Database.Reveal(), time.Now)
	apptest.Must(t, err)
	t.Cleanup(func() { apptest.Must(t, inspected.Close()) })
	d.Settles(t, inspected, 2*time.Minute, 40)
	marks := 0
	apptest.Must(t, inspected.EachMark(t.Context(), apptest.Harbour, func(mark roll.Mark) {
		if marks++; mark.Version != 1 || mark.By.Role != roll.AtDoor || mark.Observed == "" {
			t.Errorf("%d has a mark of version %d by %s, observed at %q", mark.Enrolment, mark.Version, mark.By.Role, mark.Observed)
		}
	}))
	if marks != 40 {
		t.Errorf("%d of forty students have a mark", marks)
	}
}
