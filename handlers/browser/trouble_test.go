package browser_test

import (
	"fmt"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// troubleTests take a roll during a fault.
func troubleTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a slow school system":                   slowService,
		"a lost reply":                           lostReply,
		"a school system that does not answer":   silentService,
		"a refused key, then a new one":          refusedKey,
		"a student whose mark is refused":        refusedMark,
		"another status than the one sent":       differingStatus,
		"a status that is a script":              hostileStatus,
		"two teachers, and keeping theirs":       conflictKept,
		"two teachers, and changing after all":   conflictChanged,
		"a session that ends on the way":         endedSession,
		"a program that is gone when one saves":  goneProgram,
		"somebody else signs in after the ticks": anotherPerson,
	}
}

// saveAbsent opens 8B, ticks the places, and presses Save for Absent.
func saveAbsent(u *apptest.User, places ...int) {
	u.T.Helper()
	opensClass(u, "8B")
	for _, place := range places {
		u.Tap(u.Row(place))
	}
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
}

func slowService(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t, func(school *roll.School) { school.Call = apptest.Patience })
	u := p.UserOf(t, browser, apptest.Teacher)
	p.Fault(t, sandbox.Fault{Hang: sandbox.HangBefore, BulkOnly: true})
	saveAbsent(u, 3, 12, 27)
	waitOutcome(u, 3, "waiting")
	u.WantSays("3 kept, not confirmed yet. You can leave.")
	u.WantAccessible("roll-waiting")
	p.Sandbox.Heal(apptest.HarbourCode)
	u.WaitSaved(3, "Absent")
	p.WantCallsOf(t, 3)
}

func lostReply(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t, func(school *roll.School) { school.Apply = 10 * time.Second })
	u := p.UserOf(t, browser, apptest.Teacher)
	p.Fault(t, sandbox.Fault{Reset: sandbox.ResetApplied, BulkOnly: true, Calls: 1})
	saveAbsent(u, 3)
	waitOutcome(u, 1, "confirming")
	u.WantSays("no reply yet")
	// Which of the two depends on when Rollbook notices that the school system is silent.
	u.Wait(`/not confirmed yet|1 mark is safe here/.test(document.body.innerText)`)
	if n := u.Number(`document.querySelectorAll("[data-outcome=saved]").length`); n > 0 {
		t.Error("a mark is shown as saved that nobody confirmed")
	}
	u.Picture("roll-confirming-1280")
	u.WaitSaved(1, "Absent")
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) < 2 || calls[len(calls)-1].In.Sub(*calls[0].Out) < 10*time.Second {
		t.Errorf("it was settled by %d calls, the last too early", len(calls))
	}
}

func silentService(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	p.Silence()
	u.Tap(u.Row(3))
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	waitOutcome(u, 1, "waiting")
	u.Go(u.Text("location.href"))
	u.WantSays("School system not answering", "Keep taking the roll: 1 mark is safe here")
	u.WantAccessible("roll-silent")
	p.Resume(t)
	u.WaitSaved(1, "Absent")
	p.WantCallsOf(t, 1)
}

func refusedKey(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	keys, err := p.Sandbox.Keys(apptest.HarbourCode)
	apptest.Must(t, err)
	for _, key := range keys {
		apptest.Must(t, p.Sandbox.RevokeKey(apptest.HarbourCode, key.ID))
	}
	u.Tap(u.Row(3))
	u.Tap(u.Row(12))
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	waitOutcome(u, 2, "waiting")
	u.Go(u.Text("location.href"))
	u.WantSays("Marks are safe but cannot be sent yet. The office has been told.")
	admin := p.UserOf(t, browser, apptest.Administrator)
	admin.WantSays("Key not accepted since 08:3", "2 marks are safe here")
	admin.WantAccessible("home-key-refused")
	apptest.Must(t, p.App.Connecting.Keys.ReplaceKey(t.Context(), apptest.Harbour, p.NewKey(t, apptest.HarbourCode)))
	u.WaitSaved(2, "Absent")
}

func refusedMark(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	id := u.Text(`document.querySelectorAll("[data-enrolment]")[12].dataset.enrolment`)
	p.Fault(t, sandbox.Fault{RefuseEnrolments: apptest.Numbers(t, id), BulkOnly: true})
	for _, place := range []int{3, 12, 20} {
		u.Tap(u.Row(place))
	}
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(2, "Absent")
	waitOutcome(u, 1, "refused")
	u.WantSays("The school system did not accept this mark. Tell the office.", "1 needs you")
	wantTicked(u, "12")
	u.Want("the focus", "document.activeElement.id", "summary")
	u.WantAccessible("roll-refused")
	u.Tap("#summary a")
	u.Wait(fmt.Sprintf(`document.activeElement.closest("[data-enrolment='%s']")`, id))
}

func differingStatus(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	p.Fault(t, sandbox.Fault{StatusText: "Excused", BulkOnly: true})
	saveAbsent(u, 3)
	waitOutcome(u, 1, "differs")
	u.WantSays("School system recorded Excused. You sent Absent. If that is wrong, tell the office.")
	u.Want("the row", `document.querySelector("[data-outcome=differs] [data-status]").dataset.status`, "Excused")
	u.WantAccessible("roll-differs")
}

func hostileStatus(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	const hostile = `<img src=x onerror="document.title='taken'">`
	p.Fault(t, sandbox.Fault{StatusText: hostile, BulkOnly: true})
	saveAbsent(u, 3)
	waitOutcome(u, 1, "differs")
	u.WantSays("School system recorded " + hostile)
	if u.Number(`document.images.length`) > 0 || u.Text("document.title") == "taken" {
		t.Error("what the school system returned became part of the page")
	}
}

// conflict lets another teacher mark a student just before this one does.
func conflict(t *testing.T, browser *browsertest.Browser) (*apptest.Program, *apptest.User) {
	t.Helper()
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	other := p.As(t, apptest.OtherTeacher)
	page := other.Get(apptest.EightB)
	other.Post(apptest.RollPath, page.Press(t, "Late", page.Enrolments(t, 3)...)).Want(t, 303)
	u.Tap(u.Row(3))
	u.Tap(u.Row(4))
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(1, "Absent")
	waitOutcome(u, 1, "conflict")
	u.WantSays("Tom Baker marked Late at 08:3", "You chose Absent", "Keep Late", "Change to Absent")
	return p, u
}

func conflictKept(t *testing.T, browser *browsertest.Browser) {
	p, u := conflict(t, browser)
	u.WantAccessible("roll-conflict")
	u.Tap("#summary button[name=keep]")
	u.WaitSaved(1, "Late")
	p.WantCallsOf(t, 1, 1)
}

func conflictChanged(t *testing.T, browser *browsertest.Browser) {
	p, u := conflict(t, browser)
	u.Tap("#summary button[name=change]")
	u.WaitSaved(2, "Absent")
	p.WantCallsOf(t, 1, 1, 1)
}

func endedSession(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	for _, place := range []int{3, 12, 27} {
		u.Tap(u.Row(place))
	}
	u.Tap(u.Status("Absent"))
	// Setting a password again ends every session.
	apptest.Must(t, p.App.Identity.People.SetPassword(t.Context(), apptest.Teacher, apptest.EveryPassword))
	u.Tap(apptest.SaveTicked)
	u.Wait(`document.querySelector("[name=password]")`)
	u.Picture("sign-in-again-1280")
	u.SignsIn(apptest.Teacher)
	u.Ready("#roll")
	wantTicked(u, "3,12,27")
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) > 0 {
		t.Errorf("%d calls were made by nobody", len(calls))
	}
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(3, "Absent")
	p.WantCallsOf(t, 3)
}

func goneProgram(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	u.Tap(u.Row(3))
	u.Tap(u.Status("Absent"))
	p.Stop()
	u.Tap(apptest.SaveTicked)
	u.Wait(`document.querySelector("#summary").innerText`)
	u.WantSays("Could not be saved anywhere. Keep this page open and press Save again.")
	wantTicked(u, "3")
	u.Picture("roll-not-kept-1280")
}

func anotherPerson(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	u.Tap(u.Row(3))
	u.Tap(u.Status("Absent"))
	apptest.Must(t, p.App.Identity.People.SetPassword(t.Context(), apptest.Teacher, apptest.EveryPassword))
	u.Tap(apptest.SaveTicked)
	u.SignsIn(apptest.OtherTeacher)
	u.Ready("#roll")
	wantTicked(u, "")
	u.WantSays("Another person signed in on this device")
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) > 0 {
		t.Errorf("%d calls were made", len(calls))
	}
}
