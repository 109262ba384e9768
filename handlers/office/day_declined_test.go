package office_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

func TestTheSentenceOfADeclinedMarkStandsOnTheRollAndOnTheBoard(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	if says := office.Get(apptest.DayPath).Text("#day-declined"); says != "" {
		t.Errorf("before, the board says %q", says)
	}
	sentence := "<i>Left</i> on 14 November." + strings.Repeat(" See the register.", 20)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{
		BulkOnly: true, Status: http.StatusUnprocessableEntity, Body: new(`{"message":"` + sentence + `","student":{"born":"2012"}}`),
	}))
	page, students := teacher.EightB()
	address := teacher.Post(page.Address("#roll"), page.Press(t, "Absent", students[3], students[5])).Leads()
	p.Settled(t, apptest.Harbour)
	after := teacher.Get(address).Want(t, http.StatusOK)
	for _, says := range []string{after.Text("#summary"), office.Get(apptest.DayPath).Text("#day-declined")} {
		if strings.Count(says, "<i>Left</i> on 14 November.") != 2 || strings.Contains(says, "born") || len(says) > 600 {
			t.Errorf("it says %q", says)
		}
	}
}
