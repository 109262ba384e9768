package browser_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// suggested waits for the answer to the text in the field.
const suggested = `document.querySelector("#suggestions:not([hidden]) [aria-selected=true]") && document.querySelector("#suggestions").dataset.of === document.querySelector("#finder").value`

// takes types the text, and opens the first suggestion once it is shown.
func takes(u *apptest.User, text string) {
	u.T.Helper()
	u.Press(text)
	u.Wait(suggested)
	u.Press(kb.Enter)
}

// adds types the text, and adds the first suggestion to the list once it is shown.
func adds(u *apptest.User, text string) {
	u.T.Helper()
	u.Press(text)
	u.Wait(suggested)
	u.Press(kb.Enter, kb.ModifierShift)
}

// searches types the text and opens the page of all students found.
func searches(u *apptest.User, text string) {
	u.T.Helper()
	u.Press(text)
	u.Wait(suggested)
	u.Press(kb.ArrowUp)
	u.Press(kb.Enter)
}

// listedByKeys puts two students of two classes on the list and saves them, using only keys.
func listedByKeys(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Taps = 0
	u.Press("/")
	u.Press("8B")
	u.Wait(suggested)
	u.WantAccessible("finder-suggests")
	u.Press(kb.ArrowDown + kb.ArrowDown + kb.ArrowDown + kb.ArrowUp)
	second := u.Text(`document.querySelector("#suggestions li:nth-child(3)[aria-selected=true] bdi").innerText`)
	u.Want("the suggestion that the field names as chosen", `document.querySelector("#finder").getAttribute("aria-activedescendant")`, "suggestion-2")
	u.Press(kb.Enter, kb.ModifierShift)
	u.Wait(`document.querySelector("#tray [data-enrolment]") && document.activeElement.id === "finder" && document.activeElement.value === ""`)
	u.WantSays(second)
	u.Press(kb.Enter)
	u.Press("9A g")
	u.Wait(suggested)
	u.Press(kb.Escape)
	u.Wait(`document.querySelector("#suggestions").hidden && document.querySelector("#finder").value === "9A g"`)
	u.Press(kb.Escape)
	u.Wait(`document.querySelector("#finder").value === "" && document.activeElement.id === "finder"`)
	adds(u, "9A g")
	u.Wait(`document.querySelectorAll("#tray [data-enrolment]").length === 2`)
	u.WantSays(second)
	u.WantAccessible("finder-list-by-keys")
	u.Press(kb.Enter + kb.Escape)
	u.Wait(`document.activeElement.id !== "finder" && document.querySelectorAll("#tray li").length === 2`)
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.querySelectorAll("#tray [data-outcome=saved]").length === 2`)
	if u.Taps != 0 {
		t.Errorf("%d taps were needed", u.Taps)
	}
	wantSentTogether(t, p, 2)
	u.Press("/")
	takes(u, "7A")
	u.Wait(`document.querySelector("form#roll")`)
}

// typedWhileOpening types the second student on the board, while the page of the first is on its way.
func typedWhileOpening(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Text(`document.querySelector("#finder").form.requestSubmit = function () {
		const sent = this.cloneNode(true);
		sent.hidden = true;
		document.body.append(sent);
		window.arrive = () => sent.submit();
	}`)
	u.Press("/")
	adds(u, "8B s")
	u.Wait(`window.arrive`)
	u.Press("9A g")
	u.Text(`window.arrive()`)
	u.Wait(`document.querySelector("#tray [data-enrolment]") && document.activeElement.id === "finder"`)
	u.Wait(suggested)
	u.Press(kb.Enter, kb.ModifierShift)
	u.Wait(`document.querySelectorAll("#tray [data-enrolment]").length === 2`)
	if kept := u.Text(`sessionStorage.typed ?? ""`); kept != "" {
		t.Errorf("the browser still keeps %q", kept)
	}
}

// wantSentTogether checks that one call has sent that many students.
func wantSentTogether(t *testing.T, p *apptest.Program, count int) {
	t.Helper()
	if sent := p.Sandbox.Arrivals(apptest.HarbourCode); len(sent) != 1 || len(sent[0].Enrolments) != count {
		t.Errorf("sent were %+v", sent)
	}
}

// holdsAnswer lets the page's next request wait until the test lets it go: window.answer().
const holdsAnswer = `window.fetch = ((send) => async (...what) => {
	window.fetch = send;
	await new Promise((answer) => { window.answer = answer; });
	window.answer = null;
	return send(...what);
})(window.fetch)`

// listedBeforeTheAnswer saves while the answer that puts the second student on the list is still on its way.
func listedBeforeTheAnswer(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.FindPath)
	u.Press("/")
	u.Press("8B s")
	u.Wait(suggested)
	u.Text(holdsAnswer)
	u.Press(kb.Enter, kb.ModifierShift)
	u.Wait(`window.answer && document.querySelectorAll("#tray [aria-busy]").length === 1 && document.querySelector("#tray bdi").checkVisibility()`)
	u.Text(`window.answer()`)
	u.Wait(`document.querySelector("#tray [data-enrolment]") && document.activeElement.id === "finder"`)
	u.Press("9A g")
	u.Wait(suggested)
	u.Text(holdsAnswer)
	u.Press(kb.Enter, kb.ModifierShift)
	u.Wait(`window.answer && document.querySelectorAll("#tray li").length === 2 && [...document.querySelectorAll("#tray li[aria-busy] bdi")].every((name) => name.checkVisibility())`)
	u.Press(kb.Enter, kb.ModifierCtrl)
	if sent := p.Sandbox.Arrivals(apptest.HarbourCode); len(sent) != 0 {
		t.Errorf("sent before the answer were %+v", sent)
	}
	u.Text(`window.answer()`)
	u.Wait(`document.querySelectorAll("#tray [data-outcome=saved]").length === 2`)
	wantSentTogether(t, p, 2)
}

// slowAnswers lets each answer to the page come after 300 ms.
func slowAnswers(u *apptest.User) {
	u.Text(`window.fetch = ((send) => async (...what) => {
		const answer = await send(...what);
		await new Promise((go) => setTimeout(go, 300));
		return answer;
	})(window.fetch)`)
}

// listedWithSlowAnswers delays each answer by 300 ms, and types without waiting for one. Enter takes the only student
// with such a name; where there are two it asks, and Ctrl+Enter saves nothing meanwhile.
func listedWithSlowAnswers(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.FindPath)
	slowAnswers(u)
	u.Press("/")
	u.Press("dvořák")
	u.Press(kb.Enter, kb.ModifierShift)
	u.Press("o'neil")
	u.Wait(`document.querySelectorAll("#tray li").length === 1`)
	u.Press("l")
	u.Press(kb.Enter, kb.ModifierShift)
	u.Press("kowalska")
	u.Press(kb.Enter, kb.ModifierShift)
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.querySelectorAll("#tray [data-enrolment]").length === 2 && document.querySelector("#finder").value === "kowalska"`)
	if sent := p.Sandbox.Arrivals(apptest.HarbourCode); len(sent) != 0 {
		t.Errorf("sent with an open question were %+v", sent)
	}
	u.Wait(suggested)
	u.Press(kb.Enter, kb.ModifierShift)
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.querySelectorAll("#tray [data-outcome=saved]").length === 3`)
	wantSentTogether(t, p, 3)
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
	takes(u, "bus")
	u.Wait(`document.querySelectorAll(".rows > li").length === 14`)
	u.Press("*a3")
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.WaitSaved(14, "Late")
	if u.Taps != 0 || u.Keys > 30 {
		t.Errorf("it took %d taps and %d keys", u.Taps, u.Keys)
	}
}

// busByName marks 14 students of 9 classes late by three letters of their names each.
func busByName(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Taps, u.Keys = 0, 0
	u.Press("/")
	for i, name := range []string{"kuc", "bev", "ric", "gal", "heb", "lin", "vis", "wij", "sim", "wai", "szu", "dvo", "nun", "ndu"} {
		adds(u, name)
		u.Wait(fmt.Sprintf(`document.querySelector("#tray li:nth-child(%d)[data-enrolment]") && document.activeElement.id === "finder"`, i+1))
	}
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.querySelectorAll("#tray [data-outcome=saved]").length === 14`)
	if u.Taps != 0 || u.Keys > 60 {
		t.Errorf("it took %d taps and %d keys", u.Taps, u.Keys)
	}
	wantSentTogether(t, p, 14)
}

// correctionOfLastTuesday excuses a student who was marked absent on the last Tuesday, with one of the last reasons.
func correctionOfLastTuesday(t *testing.T, browser *browsertest.Browser) {
	const tuesday = "2026-11-17"
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.TakesOn(apptest.Yesterday, "Excused", 9)
	office.TakesOn(tuesday, "Absent", 26)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Taps, u.Keys = 0, 0
	u.Press("/")
	takes(u, "tue dvo")
	u.Wait(`document.querySelector("#open h2") && document.activeElement.id === "finder"`)
	u.WantSays("Save Vojtěch Dvořák as Excused on Tue 17 Nov")
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.activeElement.name === "reason"`)
	u.Press(kb.ArrowDown)
	u.Press(kb.Enter)
	u.Wait(`document.querySelector("#open .said") && document.querySelector("[data-outcome=saved] [data-status=Excused]")`)
	if u.Taps != 0 || u.Keys > 12 {
		t.Errorf("it took %d taps and %d keys", u.Taps, u.Keys)
	}
}

// illnessOfSomeDays keeps that a student is ill from today to the last day of the year.
func illnessOfSomeDays(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Taps, u.Keys = 0, 0
	u.Press("/")
	takes(u, "gar")
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
	takes(u, "dvo")
	u.Wait(`document.querySelector("#gate") && document.activeElement.id === "finder"`)
	u.Press(kb.ArrowRight)
	u.Press(kb.Enter)
	u.Wait(`document.querySelector("[data-movement]")`)
	if u.Taps != 0 || u.Keys > 8 {
		t.Errorf("it took %d taps and %d keys", u.Taps, u.Keys)
	}
	u.WantSays("Late in\u00a008:30", "Kept in Rollbook only: your school system takes no times.")
	teacher.Wait(`[...document.querySelectorAll(".rows .moved")].some(mark => mark.innerText.includes("Late in\u00a008:30"))`)
	wantTicked(teacher, "3")
	u.Text(`document.querySelector("#gate [name=why]").value = "Doctor or dentist"`)
	u.Text(`document.querySelector("#gate [name=time]").value = "11:00"`)
	u.Click("#gate [value=out]")
	u.Wait(`document.querySelectorAll("[data-movement]").length === 2`)
	u.WantSays("Planned. In Rollbook only, until you press Out at its time.", "Doctor or dentist")
	u.WantAccessible("finder-planned")
	teacher.Wait(`document.querySelector(".rows .moved").innerText.replace(/\s+/g, " ").includes("in 08:30 · leaves 11:00")`)
	if height := teacher.Number(`document.querySelector(".rows > li:has(.moved)").offsetHeight - document.querySelector(".rows > li").offsetHeight`); height > 1 {
		t.Errorf("its row is %v higher than others", height)
	}
}

// onlyOpenedIsLeft looks at a student in each way that leaves her unmarked, and then saves the next one alone.
func onlyOpenedIsLeft(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Press("/")
	takes(u, "gar")
	u.Wait(`document.querySelector("#gate") && document.activeElement.id === "finder"`)
	u.Tap("#open a[href*='/absences?student=']")
	u.Ready("#absence")
	u.Tap("#absence .primary")
	u.Ready("[data-known]")
	u.Press("/")
	takes(u, "dvo")
	u.Wait(`document.querySelector("#gate") && document.activeElement.id === "finder"`)
	u.Click("#gate [value=out]")
	u.Wait(`document.querySelector("[data-movement]")`)
	takes(u, "8B s")
	u.Wait(`document.querySelector("#mark") && !document.querySelector("[data-movement]")`)
	u.Go(p.Address + apptest.DayPath)
	u.Press("/")
	takes(u, "9A g")
	u.Wait(`document.querySelector("#mark") && document.activeElement.id === "finder"`)
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.querySelector("#open .said")`)
	wantSentTogether(t, p, 1)
}

// listIsKept collects two students, looks at others, and finds the list on every page until it is saved. A student who
// is told absent meanwhile leaves it.
func listIsKept(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Press("/")
	for i, name := range []string{"dvo", "9A g", "gar"} {
		adds(u, name)
		u.Wait(fmt.Sprintf(`document.querySelectorAll("#tray [data-enrolment]").length === %d && document.activeElement.id === "finder"`, i+1))
	}
	names := u.Text(`document.querySelector("#marked").innerText`)
	u.Text(`document.querySelector("#tray [name=enrolment]").click()`)
	if left := u.Text(`document.querySelector("#marked").innerText`); left == names || left == "" {
		t.Errorf("after one was unticked the button is for %q", left)
	}
	takes(u, "8B s")
	u.Wait(`document.querySelector("#mark")`)
	u.WantSays("On your list:", names)
	u.WantAccessible("finder-beside-list")
	u.Go(p.Address + apptest.DayPath + "?date=" + apptest.Yesterday)
	u.Ready("#finder")
	u.Go(p.Address + apptest.FindPath + "?date=" + apptest.Yesterday + "&q=8B")
	u.Ready("#mark")
	u.Go(p.Address + apptest.FindPath)
	u.Wait(`document.querySelectorAll("#tray [data-enrolment]").length === 3`)
	u.Press("/")
	takes(u, "gar")
	u.Wait(`document.querySelector("#mark") && document.querySelector("#listed")`)
	u.Tap("#open a[href*='/absences?student=']")
	u.Ready("#absence")
	u.Tap("#absence .primary")
	u.Ready("[data-told]")
	u.Go(p.Address + apptest.FindPath)
	u.Wait(`document.querySelectorAll("#tray [data-enrolment]").length === 2`)
	u.Press("/")
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.Wait(`document.querySelectorAll("#tray [data-outcome=saved]").length === 2`)
	wantSentTogether(t, p, 2)
	u.Go(p.Address + apptest.FindPath)
	u.Ready("#paste")
	u.Wait(`!document.querySelector("#tray")`)
}

func matchesComeFirst(t *testing.T, browser *browsertest.Browser) {
	u := apptest.Boot(t).OfficeAt(t, browser, "/schools/harbour/students?q=an")
	u.Size(360, 740)
	const form, matches = `document.querySelector("#open").offsetTop`, `document.querySelector("ol.found").offsetTop`
	u.Wait(matches + " < " + form)
	u.Tap("ol.found li:nth-child(2) .name a")
	u.Wait(`document.querySelector(".opened:nth-child(2)") && ` + form + " < " + matches)
}
