package browser_test

import (
	"fmt"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// awayTests take a roll without a connection or a session.
func awayTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a device that is offline":      deviceOffline,
		"a sign-out in another window":  signedOutElsewhere,
		"a reason that was missing":     missingReason,
		"three questions in one answer": threeQuestions,
	}
}

// wantBesideSave waits until the text is visible in the bar with the button.
func wantBesideSave(u *apptest.User, what, text string) {
	u.T.Helper()
	const shown = `(e => { const { width, height, left, right } = e.getBoundingClientRect(); return width > 100 && height > 10 && left >= 0 && right <= innerWidth ? e.innerText : ""; })(document.querySelector(".bar #result"))`
	u.Want(what, shown, text)
}

func deviceOffline(t *testing.T, browser *browsertest.Browser) {
	const offline = "This device is offline. Your ticks stay here: save when it is back."
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	u.Tap(u.Row(3))
	u.Tap(u.Status("Absent"))
	u.Cut()
	for _, what := range []string{"when the connection goes", "when Save is pressed"} {
		if what == "when Save is pressed" {
			u.Tap(apptest.SaveTicked)
		}
		u.Wait(`!document.querySelector(".htmx-request")`)
		for _, width := range []int{1280, 360} {
			u.Size(width, 740)
			wantBesideSave(u, fmt.Sprint(what, " at ", width), offline)
		}
		wantTicked(u, "3")
	}
	for _, violation := range u.Violations() {
		t.Errorf("offline: %s at %q", violation.Rule, violation.Nodes)
	}
	u.Size(1280, 720)
	u.Restore()
	u.Wait(`!document.querySelector("#result").innerText`)
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(1, "Absent")
	u.Wait(`!document.querySelector(".bar").innerText.includes("offline")`)
	p.WantCallsOf(t, 1)
}

// signedOutElsewhere signs out in another window of the same browser: the answer makes the browser delete the
// data of this program's pages.
func signedOutElsewhere(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	u.Tap(u.Row(3))
	u.Tap(u.Row(12))
	u.Tap(u.Status("Absent"))
	u.Text(`(out => fetch(out.action, { method: "POST", body: new URLSearchParams(new FormData(out)) }).then(() => { window.out = true; }))(document.querySelector("form[data-sign-out]"))`)
	u.Wait(`window.out`)
	u.Tap(apptest.SaveTicked)
	u.Wait(`document.querySelector("[name=password]")`)
	u.WantSays("You were signed out", "your ticks, and an absence that you entered, are kept")
	u.SignsIn(apptest.Teacher)
	u.Ready("#roll")
	wantTicked(u, "3,12")
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) > 0 {
		t.Errorf("%d calls were made by nobody", len(calls))
	}
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(2, "Absent")
	p.WantCallsOf(t, 2)
}

// missingReason presses Save on a past day without a reason: the message disappears with the reason's first
// letter.
func missingReason(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.OfficeWorker)
	u.Go(p.Address + apptest.EightB + "&date=" + apptest.Yesterday)
	u.Ready("#roll")
	const said = `document.querySelector("#explain").textContent`
	u.Tap(apptest.SaveTicked)
	u.Wait(said)
	u.Tap(u.Row(3))
	u.Want("once a student is ticked it says", said, "")
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	u.Wait(said)
	u.Press("s")
	u.Want("once a reason begins it says", said, "")
}

// threeQuestions answers one question for three students at once.
func threeQuestions(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	office := p.As(t, apptest.OfficeWorker)
	page := office.Get(apptest.EightB)
	office.Post(apptest.RollPath, page.Press(t, "Excused", page.Enrolments(t, 3, 4, 5)...))
	for _, place := range []int{3, 4, 5} {
		u.Tap(u.Row(place))
	}
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	u.Wait(`document.querySelectorAll("#summary .answer").length === 8`)
	u.WantAccessible("roll-three-questions")
	u.Tap("#summary button[value=all][name=change]")
	u.WaitSaved(3, "Absent")
	u.Wait(`!document.querySelector("#summary .answer")`)
}
