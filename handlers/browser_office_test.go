package handlers_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/views/browsertest"
)

// officeTests are about what the office corrects and completes.
func officeTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"what happened is opened beside the row": historyBesideTheRow,
		"the list of classes is copied":          listIsCopied,
	}
}

// historyBesideTheRow opens what happened to a student's mark with the ticks of others kept.
func historyBesideTheRow(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	office := p.as(t, officeWorker)
	office.takesOn(yesterday, "Absent", 0)
	office.takesOn(yesterday, "Late", 0)
	u := p.officeAt(t, browser, eightB+"&date="+yesterday)
	u.ready(".changed summary")
	u.Text(`document.querySelectorAll("[name=enrolment]")[1].click()`)
	u.Text(`document.querySelector(".changed summary").focus()`)
	u.press(" ")
	u.Wait(`document.querySelectorAll(".changed .list > li").length === 2`)
	u.wantSays("Reason: a note from home", "Kofi Osei (office)")
	if !u.True(`document.activeElement.matches(".changed summary") && document.querySelectorAll("[name=enrolment]:checked").length === 1`) {
		t.Error("the focus has moved, or the ticks have changed")
	}
	u.wantAccessible("history-beside-row")
	u.Click(u.status("Absent"))
	u.Text(`document.querySelector("[name=reason]").value = "she was there"`)
	u.Click("#press")
	u.Wait(`document.querySelectorAll(".changed summary").length === 2`)
}

// listIsCopied presses the button, which says so beside itself; without scripts there is none.
func listIsCopied(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.officeAt(t, browser, remindersPath)
	u.Text(`document.querySelector("[data-copies]").focus()`)
	u.press(kb.Enter)
	u.Wait(`document.querySelector("#copied").textContent === "Copied"`)
	u.wantAccessible("reminders-copied")
	u.Text(`document.querySelector("#list").select()`)
	if selected := u.Text(`getSelection().toString()`); !strings.HasPrefix(selected, "Rolls not taken at Harbour Street School") {
		t.Errorf("selected is %q", selected)
	}
	u.WithoutScript()
	u.Go(p.address + remindersPath)
	if u.True(`document.querySelector("[data-copies]").checkVisibility()`) {
		t.Error("a button that can do nothing is shown")
	}
}
