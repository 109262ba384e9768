package admin_test

import (
	"strconv"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// connectTests connect school systems as an admin does: by typing the four credentials, and then only by
// clicks.
func connectTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"an admin connects the sandbox":                            connectsTheSandbox,
		"an admin connects the sandbox without scripts":            connectsTheSandboxWithoutScripts,
		"an admin connects a system that wraps and pages":          connectsForeign(wrappedAndPaged, false, "64 found, in 4 classes.", "2 found.", "Ines", 16),
		"an admin connects a system that lists students by class":  connectsForeign(perClass, true, "10 found, in 2 classes.", "2 found.", "Jörg", 5),
		"an admin connects a system of bare ids":                   connectsForeign(apptest.BareIDs, true, "4 found.", "Not found.", "501", 4),
		"an unknown system is connected in fifteen clicks":         connectsAnUnknownSystem,
		"a mark that is tried shows its answer by itself":          triesAMark,
		"the demonstration's third school is connected in fifteen": connectsTheDemonstration,
	}
}

// uses puts the found connection in use.
func uses(u *apptest.User) {
	u.T.Helper()
	u.Click("#use .primary")
	u.Taps++
	u.Wait(`document.querySelector("#use[data-step=done]")`)
	u.Picture("connect-used")
	if most := len("317") + 1; u.Taps > 2 || u.Keys > most {
		u.T.Errorf("it took %d taps and %d keys after the credentials", u.Taps, u.Keys)
	}
}

// administers opens a browser as an admin.
func administers(t *testing.T, p *apptest.Program, browser *browsertest.Browser, scripts bool) *apptest.User {
	t.Helper()
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	if !scripts {
		u.WithoutScript()
	}
	u.Size(1280, 1400)
	u.Go(p.Address + "/")
	u.SignsIn(apptest.Administrator)
	return u
}

func takesTheRoll(u *apptest.User) {
	u.T.Helper()
	uses(u)
	u.Go(u.Program.Address + apptest.EightB)
	u.Wait(`document.querySelectorAll("[data-enrolment]").length > 20`)
}

func connectsTheSandbox(t *testing.T, browser *browsertest.Browser) {
	u := administers(t, apptest.Misplaced(t), browser, true)
	connectsHarbour(u)
	u.WantAccessible("connect-found")
	takesTheRoll(u)
}

func connectsTheSandboxWithoutScripts(t *testing.T, browser *browsertest.Browser) {
	u := administers(t, apptest.Misplaced(t), browser, false)
	connectsHarbour(u)
	takesTheRoll(u)
}

// connectsForeign connects a system, with or without a question about the number that saving needs.
func connectsForeign(system func(testing.TB) *apptest.Foreign, asks bool, students, statuses, row string, size int) func(*testing.T, *browsertest.Browser) {
	return func(t *testing.T, browser *browsertest.Browser) {
		f := system(t)
		u := administers(t, apptest.Misplaced(t), browser, true)
		connects(u, f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
		count, _, _ := strings.Cut(students, " ")
		tells(u, count)
		for call, says := range map[string]string{"students": students, "statuses": statuses} {
			u.Want("of the "+call, `document.querySelector("#call-`+call+` summary span").textContent`, says)
		}
		u.Wait(`document.querySelector("#call-students .seen").textContent.includes("` + row + `")`)
		u.WantAccessible("connect-" + f.Name)
		if statuses == "Not found." {
			u.Click("#call-statuses > summary")
			u.Click("#call-statuses .reading [value=without]")
			u.Wait(`document.querySelector("#call-statuses[data-state=no_call]")`)
			u.Click("#call-students > summary")
		}
		if asks {
			choosesNumber(u)
		}
		uses(u)
		t.Logf("%d calls", f.Calls.Load())
		u.Go(u.Program.Address + "/schools/harbour")
		u.Click("main a[href*='/roll']")
		u.Want("rows of the roll", `document.querySelectorAll("[data-enrolment]").length`, strconv.Itoa(size))
		if calls := u.Program.Sandbox.Arrivals(""); len(calls) != 0 {
			t.Errorf("another system was asked: %+v", calls[:1])
		}
	}
}
