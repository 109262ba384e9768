package handlers_test

import (
	"fmt"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// troubleTests take a roll while something goes wrong.
func troubleTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
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

// fault makes the school system fail so.
func (p *program) fault(t *testing.T, faults ...sandbox.Fault) {
	t.Helper()
	must(t, p.sandbox.SetFault(harbourCode, faults...))
}

// saveAbsent opens 8B, ticks the places, and presses Save for Absent.
func (u *user) saveAbsent(places ...int) {
	u.t.Helper()
	u.open("8B")
	for _, place := range places {
		u.tap(u.row(place))
	}
	u.tap(u.status("Absent"))
	u.tap("#press")
}

// waitOutcome waits until so many rows have the outcome.
func (u *user) waitOutcome(count int, outcome string) {
	u.t.Helper()
	u.Wait(fmt.Sprintf(`document.querySelectorAll("[data-outcome=%s]").length === %d`, outcome, count))
}

func (u *user) wantSays(texts ...string) {
	u.t.Helper()
	for _, text := range texts {
		if !u.says(text) {
			u.t.Errorf("nothing says %q in:\n%s", text, u.Text(`document.querySelector("main").innerText`))
		}
	}
}

func slowService(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	p.fault(t, sandbox.Fault{DelayBeforeMs: 4000, BulkOnly: true})
	u.saveAbsent(3, 12, 27)
	begun := time.Now()
	u.waitOutcome(3, "waiting")
	if took := time.Since(begun); took > 3500*time.Millisecond {
		t.Errorf("nothing was said for %v", took)
	}
	u.wantSays("It goes to the school system by itself", "3 are on their way")
	u.wantAccessible("roll-waiting")
	u.waitSaved(3, "Absent")
	p.wantCallsOf(t, 3)
}

func lostReply(t *testing.T, browser *browsertest.Browser) {
	p := boot(t, func(school *roll.School) { school.Apply = 10 * time.Second })
	u := p.userOf(t, browser, teacher)
	p.fault(t, sandbox.Fault{Reset: sandbox.ResetApplied, BulkOnly: true, Calls: 1})
	u.saveAbsent(3)
	u.waitOutcome(1, "confirming")
	u.wantSays("no reply yet. We keep checking. You can leave.")
	if n := u.Number(`document.querySelectorAll("[data-outcome=saved]").length`); n > 0 {
		t.Error("a mark is shown as saved that nobody confirmed")
	}
	u.picture("roll-confirming-1280")
	u.waitSaved(1, "Absent")
	if calls := p.sandbox.Arrivals(harbourCode); len(calls) < 2 || calls[len(calls)-1].In.Sub(*calls[0].Out) < 10*time.Second {
		t.Errorf("it was settled by %d calls, the last too early", len(calls))
	}
}

func silentService(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	p.silence()
	u.tap(u.row(3))
	u.tap(u.status("Absent"))
	u.tap("#press")
	u.waitOutcome(1, "waiting")
	u.Go(u.Text("location.href"))
	u.wantSays("School system not answering", "Keep taking the roll: 1 mark is safe here")
	u.wantAccessible("roll-silent")
	p.resume(t)
	u.waitSaved(1, "Absent")
	p.wantCallsOf(t, 1)
}

func refusedKey(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	keys, err := p.sandbox.Keys(t.Context(), harbourCode)
	must(t, err)
	for _, key := range keys {
		must(t, p.sandbox.RevokeKey(t.Context(), harbourCode, key.ID))
	}
	u.tap(u.row(3))
	u.tap(u.row(12))
	u.tap(u.status("Absent"))
	u.tap("#press")
	u.waitOutcome(2, "waiting")
	u.Go(u.Text("location.href"))
	u.wantSays("Marks are safe but cannot be sent yet. The office has been told.")
	admin := p.userOf(t, browser, administrator)
	admin.wantSays("The school system refuses our key since 08:3", "2 marks wait")
	admin.wantAccessible("home-key-refused")
	must(t, p.app.ReplaceKey(t.Context(), harbour, p.newKey(t, harbourCode)))
	u.waitSaved(2, "Absent")
}

func refusedMark(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	id := u.Text(`document.querySelectorAll("[data-enrolment]")[12].dataset.enrolment`)
	p.fault(t, sandbox.Fault{RefuseEnrolments: numbers(t, id), BulkOnly: true})
	for _, place := range []int{3, 12, 20} {
		u.tap(u.row(place))
	}
	u.tap(u.status("Absent"))
	u.tap("#press")
	u.waitSaved(2, "Absent")
	u.waitOutcome(1, "refused")
	u.wantSays("The school system did not accept this mark. Tell the office.", "1 needs you")
	if ticked := u.ticked(); ticked != "12" {
		t.Errorf("ticked: %s", ticked)
	}
	if focus := u.Text("document.activeElement.id"); focus != "summary" {
		t.Errorf("the focus is on %q", focus)
	}
	u.wantAccessible("roll-refused")
	u.tap("#summary a")
	if !u.True(fmt.Sprintf(`document.activeElement.closest("[data-enrolment='%s']")`, id)) {
		t.Errorf("the link leads to %s", u.Text("document.activeElement.outerHTML"))
	}
}

func differingStatus(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	p.fault(t, sandbox.Fault{StatusText: "Excused", BulkOnly: true})
	u.saveAbsent(3)
	u.waitOutcome(1, "differs")
	u.wantSays("School system recorded Excused. You sent Absent. If that is wrong, tell the office.")
	if status := u.Text(`document.querySelector("[data-outcome=differs] [data-status]").dataset.status`); status != "Excused" {
		t.Errorf("the row shows %q", status)
	}
	u.wantAccessible("roll-differs")
}

func hostileStatus(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	const hostile = `<img src=x onerror="document.title='taken'">`
	p.fault(t, sandbox.Fault{StatusText: hostile, BulkOnly: true})
	u.saveAbsent(3)
	u.waitOutcome(1, "differs")
	u.wantSays("School system recorded " + hostile)
	if u.Number(`document.images.length`) > 0 || u.Text("document.title") == "taken" {
		t.Error("what the school system returned became part of the page")
	}
}

// conflict lets another teacher mark a student whom this one is about to mark.
func conflict(t *testing.T, browser *browsertest.Browser) (*program, *user) {
	t.Helper()
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	other := p.as(t, otherTeacher)
	page := other.get(eightB)
	other.post(rollPath, page.press(t, "Late", page.enrolments(t, 3)...)).want(t, 303)
	u.tap(u.row(3))
	u.tap(u.row(4))
	u.tap(u.status("Absent"))
	u.tap("#press")
	u.waitSaved(1, "Absent")
	u.waitOutcome(1, "conflict")
	u.wantSays("Tom Baker marked Late at 08:3", "You chose Absent", "Keep Late", "Change to Absent")
	return p, u
}

func conflictKept(t *testing.T, browser *browsertest.Browser) {
	p, u := conflict(t, browser)
	u.wantAccessible("roll-conflict")
	u.tap("[data-outcome=conflict] button[name=keep]")
	u.waitSaved(1, "Late")
	p.wantCallsOf(t, 1, 1)
}

func conflictChanged(t *testing.T, browser *browsertest.Browser) {
	p, u := conflict(t, browser)
	u.tap("[data-outcome=conflict] button[name=change]")
	u.waitSaved(2, "Absent")
	p.wantCallsOf(t, 1, 1, 1)
}

func endedSession(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	for _, place := range []int{3, 12, 27} {
		u.tap(u.row(place))
	}
	u.tap(u.status("Absent"))
	// A password that is set again ends every session.
	must(t, p.app.SetPassword(t.Context(), teacher, everyPassword))
	u.tap("#press")
	u.Wait(`document.querySelector("[name=password]")`)
	u.picture("sign-in-again-1280")
	u.signIn(teacher)
	u.ready("#roll")
	if ticked := u.ticked(); ticked != "3,12,27" {
		t.Errorf("ticked after signing in again: %s", ticked)
	}
	if calls := p.sandbox.Arrivals(harbourCode); len(calls) > 0 {
		t.Errorf("%d calls were made by nobody", len(calls))
	}
	u.tap("#press")
	u.waitSaved(3, "Absent")
	p.wantCallsOf(t, 3)
}

func goneProgram(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	u.tap(u.row(3))
	u.tap(u.status("Absent"))
	p.stop()
	u.tap("#press")
	u.Wait(`document.querySelector("#summary").innerText`)
	u.wantSays("Could not be saved anywhere. Keep this page open and press Save again.")
	if ticked := u.ticked(); ticked != "3" {
		t.Errorf("ticked: %s", ticked)
	}
	u.picture("roll-not-kept-1280")
}

func anotherPerson(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	u.tap(u.row(3))
	u.tap(u.status("Absent"))
	must(t, p.app.SetPassword(t.Context(), teacher, everyPassword))
	u.tap("#press")
	u.signIn(otherTeacher)
	u.ready("#roll")
	if ticked := u.ticked(); ticked != "" {
		t.Errorf("another person's ticks are there: %s", ticked)
	}
	u.wantSays("Somebody else signed in on this device")
	if calls := p.sandbox.Arrivals(harbourCode); len(calls) > 0 {
		t.Errorf("%d calls were made", len(calls))
	}
}
