package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
)

func TestAnOpenRollHearsWhetherTheSchoolSystemAnswers(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	events := v.hears(t, strings.Replace(eightB, "/roll?", "/roll/events?", 1), `id="light"`)
	limit := time.After(20 * time.Second)
	until := func(light string) {
		t.Helper()
		for {
			select {
			case event := <-events:
				if strings.Contains(event, light) {
					return
				}
			case <-limit:
				t.Fatalf("it was not heard that the light is %s", light)
			}
		}
	}
	until(`id="light" hidden`)
	p.fault(t, sandbox.Fault{Status: http.StatusServiceUnavailable})
	v.post(rollPath, page.press(t, "Absent", page.enrolments(t, 0)...)).want(t, http.StatusSeeOther)
	until(`data-light="silent"`)
	p.fault(t)
	other := v.get(strings.Replace(eightB, "8B", "8A", 1))
	v.post(rollPath, other.press(t, "Absent", other.enrolments(t, 0)...)).want(t, http.StatusSeeOther)
	until(`id="light" hidden`)
}
