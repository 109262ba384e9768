package connecting_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

func TestCredentialsThatAreNotAcceptedChangeNothing(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	for _, changes := range []url.Values{
		{"key": {"rb_live_of-somebody-else"}}, {"code": {"OTHER-1"}, "key": {p.NewKey(t, apptest.HarbourCode).Reveal()}}, {"address": {"http://127.0.0.1:9"}, "key": {"rb_live_of-somebody-else"}},
	} {
		p.Refused(t, v, changes)
	}
	v.Get("/schools/harbour").Want(t, http.StatusOK)
}

func TestASchoolSystemThatFailsForNowIsConnectedAllTheSame(t *testing.T) {
	t.Parallel()
	p := apptest.Misplaced(t)
	key := p.NewKey(t, apptest.HarbourCode).Reveal()
	known, err := p.Sandbox.Schools()
	apptest.Must(t, err)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{Status: http.StatusServiceUnavailable}))
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(p.Service.URL, known[0].Tenant, apptest.HarbourCode, key)
	if got := page.CallState("periods"); !strings.Contains(got, "Failed") || page.Form("form.credentials").Get("code") != apptest.HarbourCode {
		t.Errorf("of the school years it says %q", got)
	}
	if got := page.CallState("students"); got != "Not asked yet: a school year or class is missing." {
		t.Errorf("of the students it says %q", got)
	}
	p.Sandbox.Heal(apptest.HarbourCode)
	if again := v.Agrees(v.Follow(v.Post(apptest.ConnectPath+"/find", nil))); !strings.Contains(again.CallState("students"), "317 found") {
		t.Errorf("later it says %q", again.CallState("students"))
	}
}

func TestMarksThatWaitAreSaidBeforeTheAddressChanges(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	p.As(t, apptest.Teacher).Takes("Absent", 3, 4)
	if text := p.As(t, apptest.Administrator).Get(apptest.ConnectPath).Text("main"); !strings.Contains(text, "2 marks will go to this address.") {
		t.Errorf("it says %q", text)
	}
}

func TestAnAddressIsUnderstoodWithACallBehindItAndNotTakenWithoutTheDocumentedCall(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	key := []string{p.NewKey(t, apptest.HarbourCode).Reveal()}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "\n<!doctype html><title>Sign in</title>")
	}))
	t.Cleanup(site.Close)
	for _, address := range []string{p.Service.URL + "/elsewhere", site.URL} {
		refused := p.Refused(t, v, url.Values{"address": {address}, "key": key})
		if text := refused.Text("[role=alert]"); !strings.Contains(text, "but no school system") || refused.Form("form.credentials").Get("address") != address {
			t.Errorf("of %s it says %q", address, text)
		}
	}
	for _, behind := range []string{"/serviceapi/v1", "/serviceapi/v1/", "/serviceapi/v1/curriculum/schoolperiods/list"} {
		form := v.Get(apptest.ConnectPath).Form("form.credentials")
		form.Set("address", p.Service.URL+behind)
		form.Set("key", key[0])
		page := v.Agrees(v.Follow(v.Post(apptest.ConnectPath, form)).Want(t, http.StatusOK))
		if got := page.Form("form.credentials").Get("address"); got != p.Service.URL || !strings.Contains(page.CallState("students"), "317 found") {
			t.Errorf("with %s behind, it is %q and says %q", behind, got, page.CallState("students"))
		}
	}
}

func TestBeforeAnAddressAndAKeyAreEnteredEveryPressSaysSo(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	apptest.Must(t, p.App.Store.Database.Do(t.Context(), `DELETE FROM school_keys WHERE school = $1`, apptest.Harbour))
	page := v.Get(apptest.ConnectPath).Want(t, http.StatusOK)
	if page.Page.Find("form[action$='/find']").Length() != 0 {
		t.Error("the page offers to check again")
	}
	for _, path := range []string{"/find", "/calls/periods", "/calls/students", "/calls/statuses"} {
		form := url.Values{"do": {"try"}}
		if path != "/find" {
			form = page.Form("form[action$='" + path + "']")
			form.Set("do", "try")
		}
		if got := v.Post(apptest.ConnectPath+path, form); got.Code != http.StatusUnprocessableEntity ||
			!strings.Contains(got.Text("main"), "Enter the address and the key first.") {
			t.Errorf("%s answers %d: %s", path, got.Code, got.Text("main"))
		}
	}
}
