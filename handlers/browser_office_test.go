package handlers_test

import (
	"testing"

	"rollbook/views/browsertest"
)

// officeTests are about what the office corrects and completes.
func officeTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"what happened is opened beside the row": historyBesideTheRow,
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
