package handlers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/views/browsertest"
)

// pageTests look at whole pages: whether everybody can use them, and how
// they appear.
func pageTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"every page is accessible":            everyPageIsAccessible,
		"every outcome at once is accessible": everyOutcomeIsAccessible,
		"no page asks another host":           nothingFromElsewhere,
		"a roll stays where it appears":       theRollStaysWhereItIs,
	}
}

func everyPageIsAccessible(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	anna := p.as(t, teacher)
	page := anna.get(eightB)
	saved := anna.post(rollPath, page.press(t, "Absent", page.enrolments(t, 3, 4)...)).want(t, http.StatusSeeOther)
	u := p.userOf(t, browser, administrator)
	for name, address := range map[string]string{
		"home": "/schools/harbour", "roll": eightB, "roll-saved": saved.header.Get("Location"),
		"roll-yesterday": eightB + "&date=" + yesterday, "save": savePageOf(t, saved),
		"request": savePageOf(t, saved) + "/request", "history": "/schools/harbour/students/" + page.enrolments(t, 3)[0] + "/history?date=" + today,
		"exports": exportsPath + "?class=8B", "print-day": exportsPath + "/print", "connection": "/schools/harbour/connection", "waiting": "/schools/harbour/connection/waiting",
		"schools": "/schools", "preferences": "/preferences", "help": "/help", "help-roll": "/help/roll", "not-found": "/schools/nowhere1",
	} {
		u.Go(p.address + address)
		u.wantAccessible(name)
	}
	nobody := &user{Tab: browser.Person(t), t: t, program: p}
	nobody.Go(p.address + "/sign-in")
	nobody.wantAccessible("sign-in")
}

// everyOutcomeIsAccessible shows one roll on which each thing happened that can.
func everyOutcomeIsAccessible(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	page := p.as(t, otherTeacher).get(eightB)
	press := func(status string, places ...int) {
		t.Helper()
		v := p.as(t, teacher)
		page := v.get(eightB)
		v.post(rollPath, page.press(t, status, page.enrolments(t, places...)...)).want(t, http.StatusSeeOther)
	}
	press("Present", 0, 1, 2)
	press("Late", 3)
	press("Excused", 4)
	press("Left early", 5)
	press("Remote", 6)
	p.fault(t, sandbox.Fault{StatusText: "On a trip", BulkOnly: true})
	press("Absent", 7)
	p.fault(t, sandbox.Fault{RefuseEnrolments: numbers(t, page.enrolments(t, 8)...), BulkOnly: true})
	press("Absent", 8)
	p.fault(t, sandbox.Fault{Status: http.StatusBadGateway, BulkOnly: true})
	press("Absent", 9)
	p.fault(t, sandbox.Fault{RefuseKey: true, BulkOnly: true})
	press("Absent", 10)
	u.tap(u.row(3))
	u.tap(u.status("Absent"))
	u.tap("#press")
	u.waitOutcome(1, "conflict")
	u.Go(p.address + eightB)
	for _, outcome := range []string{"saved", "differs", "refused", "confirming", "waiting", "conflict", "none"} {
		if u.Number(fmt.Sprintf(`document.querySelectorAll("[data-outcome=%s]").length`, outcome)) == 0 {
			t.Errorf("no row is %s", outcome)
		}
	}
	u.wantAccessible("roll-every-outcome")
}

// resources lists what the page loaded, as name, bytes of the body as transferred,
// one a line.
const resources = `performance.getEntries().filter(e => e.encodedBodySize !== undefined)
	.map(e => e.name.replace(/\?.*/, "") + " " + e.encodedBodySize).join("\n")`

func nothingFromElsewhere(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	for _, path := range []string{"/", eightB, "/help"} {
		u.Go(p.address + path)
		for _, line := range strings.Split(u.Text(resources), "\n") {
			if !strings.HasPrefix(line, p.address+"/") {
				t.Errorf("%s asks %s", path, line)
			}
		}
	}
}

// theRollStaysWhereItIs sums up how far things move while a roll appears (web.dev:
// cumulative layout shift).
func theRollStaysWhereItIs(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	for _, size := range [][2]int{{1280, 720}, {768, 1024}, {360, 740}} {
		u.Size(size[0], size[1])
		u.Go(p.address + eightB)
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
