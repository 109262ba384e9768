package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/views/browsertest"
)

// connectTests connect school systems by an admin's hands: the four credentials are
// typed, and everything after is clicks.
func connectTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"an admin connects the sandbox":                           connectsTheSandbox,
		"an admin connects the sandbox without scripts":           connectsTheSandboxWithoutScripts,
		"an admin connects a system that wraps and pages":         connectsForeign(wrappedAndPaged, false, "64 students, in 4 classes.", "2 found.", "Ines", 16),
		"an admin connects a system that lists students by class": connectsForeign(perClass, true, "5 students in the first class.", "2 found.", "Jörg", 5),
		"an admin connects a system of bare ids":                  connectsForeign(bareIDs, true, "4 students.", "Not found at 6 likely places.", "501", 4),
		"a mark that is tried shows its answer by itself":         triesAMark,
	}
}

// connects types the four credentials and presses the button; then nothing is typed.
func (u *user) connects(address, tenant, code, key string) {
	u.t.Helper()
	u.Go(u.program.address + connectPath)
	for name, value := range map[string]string{"address": address, "tenant": tenant, "code": code, "key": key} {
		u.Click("#connect-" + name)
		u.Type("a", kb.ModifierCtrl)
		u.Type(value)
	}
	u.taps, u.keys = 0, 0
	u.picture("connect-typed")
	u.Click(".credentials .primary")
	u.taps++
	u.Wait(`document.querySelector("#call-students:not([data-state=''])")`)
}

// chooses says which number saving needs. It is one tap more than else.
func (u *user) chooses() {
	u.t.Helper()
	u.picture("connect-asked")
	u.Click("#call-students .question button")
	u.Wait(`document.querySelector("#use .primary")`)
}

// uses puts what was found in force.
func (u *user) uses() {
	u.t.Helper()
	u.Click("#use .primary")
	u.taps++
	u.Wait(`document.querySelector("#use .notice")`)
	u.picture("connect-used")
	if u.taps > 2 || u.keys > 0 {
		u.t.Errorf("it took %d taps and %d keys after the credentials", u.taps, u.keys)
	}
}

// containsAll tells whether the text has every part.
func containsAll(text string, parts ...string) bool {
	return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(text, part) })
}

// administers is an admin at a browser.
func (p *program) administers(t *testing.T, browser *browsertest.Browser, scripts bool) *user {
	t.Helper()
	u := &user{Tab: browser.Person(t), t: t, program: p}
	if !scripts {
		u.WithoutScript()
	}
	u.Size(1280, 1400)
	u.Go(p.address + "/")
	u.signIn(administrator)
	return u
}

func (u *user) connectsTheSandbox() {
	u.t.Helper()
	known, err := u.program.sandbox.Schools(u.t.Context())
	must(u.t, err)
	u.connects(u.program.service.URL, known[0].Tenant, harbourCode, u.program.newKey(u.t, harbourCode).Reveal())
	if text := u.Text(`document.querySelector("#call-students summary").innerText`); !containsAll(text, "students", "classes") {
		u.t.Errorf("of the students it says %q", text)
	}
}

func (u *user) takesTheRoll() {
	u.t.Helper()
	u.uses()
	u.Go(u.program.address + eightB)
	u.Wait(`document.querySelectorAll("[data-enrolment]").length > 20`)
}

func connectsTheSandbox(t *testing.T, browser *browsertest.Browser) {
	u := misplaced(t).administers(t, browser, true)
	u.connectsTheSandbox()
	u.wantAccessible("connect-found")
	u.takesTheRoll()
}

func connectsTheSandboxWithoutScripts(t *testing.T, browser *browsertest.Browser) {
	u := misplaced(t).administers(t, browser, false)
	u.connectsTheSandbox()
	u.takesTheRoll()
}

// connectsForeign connects a system that asks which number saving needs, or does not.
func connectsForeign(system func(testing.TB) *foreign, asks bool, students, statuses, row string, size int) func(*testing.T, *browsertest.Browser) {
	return func(t *testing.T, browser *browsertest.Browser) {
		f := system(t)
		u := misplaced(t).administers(t, browser, true)
		u.connects(f.server.URL, foreignTenant, foreignCode, foreignKey)
		says := func(call string) string {
			return u.Text(`document.querySelector("#call-` + call + ` summary span").textContent`)
		}
		if says("students") != students || says("statuses") != statuses {
			t.Errorf("it says %q and %q", says("students"), says("statuses"))
		}
		if text := u.Text(`document.querySelector("#call-students .seen").textContent`); !containsAll(text, row) {
			t.Errorf("seen are %q", text)
		}
		u.wantAccessible("connect-" + f.name)
		if asks {
			u.chooses()
		}
		u.uses()
		t.Logf("%d calls", f.calls.Load())
		u.Go(u.program.address + "/schools/harbour")
		u.Click("main a[href*='/roll']")
		u.Wait(`document.querySelector("[data-enrolment]")`)
		if rows := u.Number(`document.querySelectorAll("[data-enrolment]").length`); int(rows) != size {
			t.Errorf("the roll has %v rows", rows)
		}
		if calls := u.program.sandbox.Arrivals(""); len(calls) != 0 {
			t.Errorf("another system was asked: %+v", calls[:1])
		}
	}
}
