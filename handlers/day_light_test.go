package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
)

func TestABoardHearsWhetherTheSchoolSystemAnswers(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	office.get(dayPath).want(t, http.StatusOK)
	events := office.hears(t, dayPath+"/events", `id="light"`)
	limit := time.After(30 * time.Second)
	until := func(light string) string {
		t.Helper()
		for {
			select {
			case event := <-events:
				if strings.Contains(event, light) {
					return event
				}
			case <-limit:
				t.Fatalf("it was not heard that the light is %s", light)
			}
		}
	}
	until(`id="light"`)
	p.fault(t, sandbox.Fault{Status: http.StatusServiceUnavailable})
	page := office.get(eightB + "&date=" + yesterday)
	form := page.press(t, "Absent", page.enrolments(t, 0)...)
	form.Set("reason", "a note from home")
	office.post(rollPath, form).want(t, http.StatusSeeOther)
	// Of the day that the board shows nothing has changed.
	if event := until(`data-light="silent"`); strings.Contains(event, "day-progress") {
		t.Errorf("an event about the light is %s", event)
	}
	p.fault(t)
	office.takes("Absent", 0)
	until(`data-light="answering"`)
}

func TestABoardThatAsksByItselfIsToldOfTheLightToo(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	cells := office.get(dayPath).page.Find("#live").AttrOr("data-statuses", "")
	answer := office.get(cells).want(t, http.StatusOK)
	if answer.page.Find("#light[hx-swap-oob=true]").Length() != 1 {
		t.Errorf("it is told %s", answer.body)
	}
}
