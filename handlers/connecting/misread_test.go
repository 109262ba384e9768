package connecting_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

func TestASystemThatAnswersInAnotherFormIsNotCalledSilent(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]sandbox.Fault{
		"an array in an object": {Status: http.StatusOK, Body: new(`{"success":false,"data":[],"note":"in another form"}`)},
		"accepted for later":    {Status: http.StatusAccepted, Body: new(`{"job":"in another form"}`)},
		"several states":        {Status: http.StatusMultiStatus, Body: new(`<multistatus>in another form</multistatus>`)},
		"no content":            {Status: http.StatusNoContent, Body: new("")},
		"an empty status":       {Status: http.StatusOK, Body: new(`[{"studentId":1,"attendanceStatus":"","date":"2026-11-19","note":"in another form"}]`)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := apptest.NewMovingClock(apptest.BootHour())
			p := apptest.BootAt(t, clock.Now)
			office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
			before := office.Get(apptest.DayPath).Want(t, http.StatusOK).Text("#light")
			fault.BulkOnly = true
			apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, fault))
			token := teacher.Takes("Absent", 3)
			const says = "not in a form that confirms marks"
			for _, v := range []*apptest.Visitor{teacher, office} {
				light := v.Get("/schools/harbour").Want(t, http.StatusOK).Text("#light")
				if !strings.Contains(light, says) || strings.Contains(light, "not answering") || !strings.Contains(light, "1 mark is safe here") {
					t.Errorf("the light says %q", light)
				}
				if strings.Contains(light, "in another form") {
					t.Error("the light shows the answer")
				}
			}
			page := office.Get(apptest.ConnectionPath).Want(t, http.StatusOK)
			if text := page.Text(".heading"); !strings.Contains(text, says) {
				t.Errorf("the connection's page says %q", text)
			}
			if *fault.Body != "" && !strings.Contains(page.Text("main q"), "in another form") {
				t.Errorf("of its answer the page quotes %q", page.Text("main q"))
			}
			clock.Forward(31 * time.Minute)
			_, err := p.App.Store.StopOverdue(t.Context())
			apptest.Must(t, err)
			office.Post(apptest.SavesPath+token+"/by-hand", nil).Want(t, http.StatusSeeOther)
			if after := office.Get(apptest.DayPath).Want(t, http.StatusOK).Text("#light"); after != before {
				t.Errorf("when nothing is left to send the light says %q, before %q", after, before)
			}
		})
	}
}
