package office_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

func TestABoardHearsWhetherTheSchoolSystemAnswers(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.Get(apptest.DayPath).Want(t, http.StatusOK)
	events := office.Hears(t, apptest.DayPath+"/events", `id="light"`)
	limit := time.After(apptest.Patience)
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
	p.Fault(t, sandbox.Fault{Status: http.StatusServiceUnavailable})
	page := office.Get(apptest.EightB + "&date=" + apptest.Yesterday)
	form := page.Press(t, "Absent", page.Enrolments(t, 0)...)
	form.Set("reason", "a note from home")
	office.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)
	// The day on the board has not changed.
	if event := until(`data-light="faulty"`); strings.Contains(event, "day-progress") {
		t.Errorf("an event about the light is %s", event)
	}
	p.Fault(t)
	office.Takes("Absent", 0)
	until(`data-light="answering"`)
}

func TestAPollingBoardGetsTheLightToo(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	cells := office.Get(apptest.DayPath).Page.Find("#live").AttrOr("data-statuses", "")
	answer := office.Get(cells).Want(t, http.StatusOK)
	if answer.Page.Find("#light[hx-swap-oob=true]").Length() != 1 {
		t.Errorf("it is told %s", answer.Body)
	}
}
