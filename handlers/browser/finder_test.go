package browser_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// listedByKeys puts two students of two classes on the list and saves them, using only keys.
func listedByKeys(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Taps = 0
	u.Press("/")
	u.Press("8B" + kb.Enter)
	u.Wait(`document.querySelector(".found > li:first-child.opened") && document.activeElement.id === "finder"`)
	u.Press(kb.ArrowDown)
	u.Wait(`document.querySelector(".found > li:nth-child(2).opened")`)
	u.Press(kb.ArrowDown)
	u.Wait(`document.querySelector(".found > li:nth-child(3).opened")`)
	u.Press(kb.ArrowUp)
	u.Wait(`document.querySelector(".found > li:nth-child(2).opened") && document.activeElement.id === "finder"`)
	second := u.Text(`document.querySelector(".opened bdi").innerText`)
	u.Press(kb.Enter)
	u.Wait(`document.querySelectorAll("#tray [data-enrolment]").length === 1 && document.activeElement.id === "finder"`)
	u.Press(kb.Escape)
	if !u.True(`document.querySelector("#finder").value === "" && document.activeElement.id === "finder"`) {
		t.Error("Escape does not clear the field, or leaves it")
	}
	u.Press("9A" + kb.Enter)
	u.Wait(`document.querySelector("#found").dataset.sought === "9A"`)
	u.Press(kb.Enter)
	u.Wait(`document.querySelectorAll("#tray [data-enrolment]").length === 2`)
	u.WantSays(second)
	u.WantAccessible("finder-list-by-keys")
	u.Press(kb.Escape + kb.Escape)
	if !u.True(`document.activeElement.id !== "finder"`) {
		t.Error("a second Escape does not leave the field")
	}
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.querySelectorAll("#tray [data-outcome=saved]").length === 2`)
	if u.Taps != 0 {
		t.Errorf("%d taps were needed", u.Taps)
	}
	var marked int
	for _, call := range p.Sandbox.Arrivals(apptest.HarbourCode) {
		marked += len(call.Enrolments)
		if slices.Contains(call.Enrolments, 0) {
			t.Errorf("sent was %+v", call)
		}
	}
	if marked != 2 {
		t.Errorf("%d students were sent", marked)
	}
}

// listedBeforeTheAnswer saves while the answer that puts the second student on the list is still on its way.
func listedBeforeTheAnswer(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.FindPath+"?q=8B")
	u.Wait(`document.activeElement.id === "finder"`)
	slowAnswers(u)
	u.Press(kb.Enter)
	if !u.True(`document.querySelectorAll("#tray [aria-busy]").length === 1 && document.querySelector("#tray bdi").checkVisibility()`) {
		t.Error("the first student does not stand on the list at once")
	}
	u.Wait(`document.querySelectorAll("#tray [data-enrolment]").length === 1 && document.activeElement.id === "finder"`)
	u.Text(`window.fetch = ((send) => async (...what) => {
		await new Promise((answer) => { window.answer = answer; });
		return send(...what);
	})(window.fetch)`)
	u.Press(kb.Enter)
	u.Wait(`window.answer && document.querySelector("[form=collect]:checked")`)
	if !u.True(`document.querySelectorAll("#tray li").length === 2 && document.querySelector("#tray li[aria-busy] bdi").checkVisibility()`) {
		t.Error("the second student does not stand on the list at once")
	}
	u.Press(kb.Enter, kb.ModifierCtrl)
	if sent := p.Sandbox.Arrivals(apptest.HarbourCode); len(sent) != 0 {
		t.Errorf("sent before the answer were %+v", sent)
	}
	u.Text(`window.answer()`)
	u.Wait(`document.querySelectorAll("#tray [data-outcome=saved]").length === 2`)
	if sent := p.Sandbox.Arrivals(apptest.HarbourCode); len(sent) != 1 || len(sent[0].Enrolments) != 2 {
		t.Errorf("sent were %+v", sent)
	}
}

// slowAnswers lets each answer to the page come after 300 ms.
func slowAnswers(u *apptest.User) {
	u.Text(`window.fetch = ((send) => async (...what) => {
		const answer = await send(...what);
		await new Promise((go) => setTimeout(go, 300));
		return answer;
	})(window.fetch)`)
}

// listedWithSlowAnswers delays each answer by 300 ms, and types without waiting for one.
func listedWithSlowAnswers(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.FindPath+"?q=8B")
	u.Wait(`document.activeElement.id === "finder"`)
	slowAnswers(u)
	u.Press(kb.Enter)
	u.Wait(`document.querySelector("#tray form [data-ready]")`)
	u.Press(kb.Enter)
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.querySelectorAll("#tray [data-outcome=saved]").length === 2`)
	if sent := p.Sandbox.Arrivals(apptest.HarbourCode); len(sent) != 1 || len(sent[0].Enrolments) != 2 {
		t.Errorf("sent were %+v", sent)
	}
}

// busFromItsGroup marks 14 students of several classes late, whose group was kept before.
func busFromItsGroup(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	form := office.Get("/schools/harbour/settings/groups").Form("form.fields")
	form.Set("name", "Bus 12")
	for _, class := range []string{"7A", "8B", "9A"} {
		form["enrolment"] = append(form["enrolment"], office.Get("/schools/harbour/roll?class="+class).Enrolments(t, 0, 1, 2, 3, 4)...)
	}
	form["enrolment"] = form["enrolment"][:14]
	office.Post("/schools/harbour/settings/groups", form).Want(t, http.StatusSeeOther)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Taps, u.Keys = 0, 0
	u.Press("/")
	u.Press("bus" + kb.Enter)
	u.Wait(`document.querySelector("#found .card > a") && document.activeElement.id === "finder"`)
	u.Press(kb.Enter)
	u.Wait(`document.querySelectorAll(".rows > li").length === 14`)
	u.Press("*a3")
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.WaitSaved(14, "Late")
	if u.Taps != 0 || u.Keys > 30 {
		t.Errorf("it took %d taps and %d keys", u.Taps, u.Keys)
	}
}

// illnessOfSomeDays keeps that a student is ill from today to the last day of the year.
func illnessOfSomeDays(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Taps, u.Keys = 0, 0
	u.Press("/")
	u.Press("gar" + kb.Enter)
	u.Wait(`document.querySelector("#mark") && document.activeElement.id === "finder"`)
	name := u.Text(`document.querySelector("#open h2 bdi").innerText`)
	for range 12 {
		if u.True(`document.activeElement.matches("a[href*='/absences?student=']")`) {
			break
		}
		u.Press(kb.Tab)
	}
	u.Press(kb.Enter)
	u.Wait(`document.activeElement.matches("#absence [name=to]")`)
	u.Press("1231")
	u.Press(kb.Enter)
	u.Wait(`document.querySelector("[data-known]")`)
	u.WantSays(name, "today to Thu 31 Dec")
	if u.Taps != 0 || u.Keys > 20 {
		t.Errorf("it took %d taps and %d keys", u.Taps, u.Keys)
	}
}

// lateAtTheGate lets in a student whose class is not marked yet, and sees it on the open roll. Another one leaves for the
// dentist and comes back.
func lateAtTheGate(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	teacher := p.UserOf(t, browser, apptest.Teacher)
	opensClass(teacher, "8B")
	teacher.Tap(teacher.Row(3))
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Taps, u.Keys = 0, 0
	u.Press("/")
	u.Press("dvo" + kb.Enter)
	u.Wait(`document.querySelector("#gate") && document.activeElement.id === "finder"`)
	u.Press(kb.ArrowRight)
	u.Press(kb.Enter)
	u.Wait(`document.querySelector("[data-movement]")`)
	if u.Taps != 0 || u.Keys > 8 {
		t.Errorf("it took %d taps and %d keys", u.Taps, u.Keys)
	}
	u.WantSays("Late in\u00a008:30", "Kept in Rollbook only: your school system takes no times.")
	teacher.Wait(`[...document.querySelectorAll(".rows .moved")].some(mark => mark.innerText.includes("Late in\u00a008:30"))`)
	if ticked := tickedRows(teacher); ticked != "3" {
		t.Errorf("then ticked are %q", ticked)
	}
	u.Text(`document.querySelector("#gate [name=why]").value = "Doctor or dentist"`)
	u.Text(`document.querySelector("#gate [name=time]").value = "11:00"`)
	u.Click("#gate [value=out]")
	u.Wait(`document.querySelectorAll("[data-movement]").length === 2`)
	u.WantSays("Planned. In Rollbook only, until you press Out at its time.", "Doctor or dentist")
	u.WantAccessible("finder-planned")
	teacher.Wait(`document.querySelector(".rows .moved").innerText.includes("in\u00a008:30 · out\u00a011:00")`)
	if height := teacher.Number(`document.querySelector(".rows > li:has(.moved)").offsetHeight - document.querySelector(".rows > li").offsetHeight`); height > 1 {
		t.Errorf("its row is %v higher than others", height)
	}
}
