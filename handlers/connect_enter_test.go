package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
)

func TestCredentialsThatAreNotAcceptedChangeNothing(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	for _, changes := range []url.Values{
		{"key": {"rb_live_of-somebody-else"}}, {"code": {"OTHER-1"}, "key": {p.newKey(t, harbourCode).Reveal()}}, {"address": {"http://127.0.0.1:9"}, "key": {"rb_live_of-somebody-else"}},
	} {
		p.refused(t, v, changes)
	}
	v.get("/schools/harbour").want(t, http.StatusOK)
}

func TestASchoolSystemThatFailsForNowIsConnectedAllTheSame(t *testing.T) {
	t.Parallel()
	p := misplaced(t)
	key := p.newKey(t, harbourCode).Reveal()
	known, err := p.sandbox.Schools(t.Context())
	must(t, err)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{Status: http.StatusServiceUnavailable}))
	v := p.as(t, administrator)
	page := v.connectsTo(p.service.URL, known[0].Tenant, harbourCode, key)
	if got := page.callState("periods"); !strings.Contains(got, "failed") || page.form("form.credentials").Get("code") != harbourCode {
		t.Errorf("of the school years it says %q", got)
	}
	if got := page.callState("students"); got != "Not tried yet." {
		t.Errorf("of the students it says %q", got)
	}
	p.sandbox.Heal(harbourCode)
	if again := v.follow(v.post(connectPath+"/find", nil)); !strings.Contains(again.callState("students"), "317 students") {
		t.Errorf("later it says %q", again.callState("students"))
	}
}

func TestMarksThatWaitAreSaidBeforeTheAddressChanges(t *testing.T) {
	t.Parallel()
	p := boot(t)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	p.as(t, teacher).takes("Absent", 3, 4)
	if text := p.as(t, administrator).get(connectPath).text("main"); !strings.Contains(text, "2 marks wait. They go to the address that stands here.") {
		t.Errorf("it says %q", text)
	}
}
