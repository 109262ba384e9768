package browser_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// pageTests check whole pages: their accessibility and their look.
func pageTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"every page is accessible":            everyPageIsAccessible,
		"every outcome at once is accessible": everyOutcomeIsAccessible,
		"no page asks another host":           nothingFromElsewhere,
		"cards of settings stand evenly":      cardsStandEvenly,
		"a roll stays where it appears":       theRollStaysWhereItIs,
	}
}

func everyPageIsAccessible(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	page := anna.Get(apptest.EightB)
	saved := anna.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 3, 4)...)).Want(t, http.StatusSeeOther)
	u := p.UserOf(t, browser, apptest.Administrator)
	for name, address := range map[string]string{
		"home": "/schools/harbour", "roll": apptest.EightB, "roll-saved": saved.Header.Get("Location"),
		"roll-yesterday": apptest.EightB + "&date=" + apptest.Yesterday, "save": apptest.SavesPath + saved.Saved(t),
		"request": apptest.SavesPath + saved.Saved(t) + "/request", "history": "/schools/harbour/students/" + page.Enrolments(t, 3)[0] + "/history?date=" + apptest.Today,
		"exports": apptest.ExportsPath + "?class=8B", "print-day": apptest.ExportsPath + "/print", "summary": apptest.ExportsPath + "/summary", "codes": apptest.SettingsPath + "/codes", "connection": "/schools/harbour/connection", "waiting": "/schools/harbour/connection/waiting",
		"schools": "/schools", "preferences": "/preferences", "help": "/help", "help-roll": "/help/roll", "not-found": "/schools/nowhere1",
	} {
		u.Go(p.Address + address)
		u.WantAccessible(name)
	}
	nobody := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	nobody.Go(p.Address + "/sign-in")
	nobody.WantAccessible("sign-in")
}

// everyOutcomeIsAccessible shows one roll with every outcome.
func everyOutcomeIsAccessible(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	page := p.As(t, apptest.OtherTeacher).Get(apptest.EightB)
	press := func(status string, places ...int) {
		t.Helper()
		v := p.As(t, apptest.Teacher)
		page := v.Get(apptest.EightB)
		v.Post(apptest.RollPath, page.Press(t, status, page.Enrolments(t, places...)...)).Want(t, http.StatusSeeOther)
	}
	press("Present", 0, 1, 2)
	press("Late", 3)
	press("Excused", 4)
	press("Left early", 5)
	press("Remote", 6)
	p.Fault(t, sandbox.Fault{StatusText: "On a trip", BulkOnly: true})
	press("Absent", 7)
	p.Fault(t, sandbox.Fault{RefuseEnrolments: apptest.Numbers(t, page.Enrolments(t, 8)...), BulkOnly: true})
	press("Absent", 8)
	p.Fault(t, sandbox.Fault{Status: http.StatusBadGateway, BulkOnly: true})
	press("Absent", 9)
	p.Fault(t, sandbox.Fault{RefuseKey: true, BulkOnly: true})
	press("Absent", 10)
	u.Tap(u.Row(3))
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	waitOutcome(u, 1, "conflict")
	u.Go(p.Address + apptest.EightB)
	for _, outcome := range []string{"saved", "differs", "refused", "confirming", "waiting", "conflict", "none"} {
		u.Wait(`document.querySelector("[data-outcome=` + outcome + `]")`)
	}
	u.WantAccessible("roll-every-outcome")
}

// resources lists the page's loaded resources, as name and transferred bytes of the body, one per line.
const resources = `performance.getEntries().filter(e => e.encodedBodySize !== undefined)
	.map(e => e.name.replace(/\?.*/, "") + " " + e.encodedBodySize).join("\n")`

func nothingFromElsewhere(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	for _, path := range []string{"/", apptest.EightB, "/help"} {
		u.Go(p.Address + path)
		for _, line := range strings.Split(u.Text(resources), "\n") {
			if !strings.HasPrefix(line, p.Address+"/") {
				t.Errorf("%s asks %s", path, line)
			}
		}
	}
}

// theRollStaysWhereItIs sums up the movements while a roll loads (web.dev: cumulative layout shift).
func theRollStaysWhereItIs(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	for _, size := range [][2]int{{1280, 720}, {768, 1024}, {360, 740}} {
		u.Size(size[0], size[1])
		u.Go(p.Address + apptest.EightB)
		u.Text(`window.shift = 0, new PerformanceObserver(list => {
			for (const entry of list.getEntries()) window.shift += entry.value;
		}).observe({type: "layout-shift", buffered: true})`)
		u.Text(`window.painted = 0, requestAnimationFrame(function painted() { window.painted++; requestAnimationFrame(painted); })`)
		u.Wait(`window.painted > 5`)
		if shift := u.Number("window.shift"); shift > 0.01 {
			t.Errorf("at %d it moves by %v", size[0], shift)
		}
	}
}

// uneven measures a page's cards: each ends its padding after its content, and stands as far from the one before as the
// others.
const uneven = `(() => {
	const shown = (one) => one.checkVisibility() && !one.closest(".sr");
	return [...document.querySelectorAll("main .card")].filter((card) => shown(card)).flatMap((card) => {
		const { bottom, top } = card.getBoundingClientRect(), before = card.previousElementSibling;
		const last = [...card.querySelectorAll("*")].filter((one) => shown(one) && (!one.firstElementChild || one.matches("label, button")));
		const room = bottom - Math.max(...last.map((one) => one.getBoundingClientRect().bottom)) - parseFloat(getComputedStyle(card).paddingBottom);
		const gap = before?.matches(".card, .notice") ? top - before.getBoundingClientRect().bottom : 12;
		return Math.abs(room) > 8 || Math.abs(gap - 12) > 1 ? [card.innerText.slice(0, 30) + ": " + room + " below, " + gap + " above"] : [];
	}).join("; ");
})()`

func cardsStandEvenly(t *testing.T, browser *browsertest.Browser) {
	p, _ := apptest.BootDemo(t)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	for _, width := range []int{360, 1280} {
		u.Size(width, 740)
		for _, state := range []string{"groups-none", "school-keys", "sso", "tablets-none", "tablets", "teachers", "calendar", "school"} {
			u.Go(p.Address + "/gallery/" + state)
			u.Ready("main .card")
			if found := u.Text(uneven); found != "" {
				t.Errorf("%s, %d wide: %s", state, width, found)
			}
		}
	}
}
