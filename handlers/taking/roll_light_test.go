package taking_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

func TestAnOpenRollHearsWhetherTheSchoolSystemAnswers(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	events := v.Hears(t, strings.Replace(apptest.EightB, "/roll?", "/roll/events?", 1), `id="light"`)
	limit := time.After(apptest.Patience)
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
	p.Fault(t, sandbox.Fault{Status: http.StatusServiceUnavailable})
	v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
	until(`data-light="faulty"`)
	p.Fault(t)
	other := v.Get(strings.Replace(apptest.EightB, "8B", "8A", 1))
	v.Post(apptest.RollPath, other.Press(t, "Absent", other.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
	until(`id="light" hidden`)
}
