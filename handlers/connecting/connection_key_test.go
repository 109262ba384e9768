package connecting_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

const connectionPage = "/schools/harbour/connection"

func TestAnAdminEntersANewKeyThatNobodyEverReads(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	_, fresh, err := p.Sandbox.CreateKey(apptest.HarbourCode, "Second")
	apptest.Must(t, err)
	form := v.Get(connectionPage).Want(t, http.StatusOK).Form("form[action$='/connection/key']")
	form.Set("key", "  "+fresh+"\n")
	after := v.Follow(v.Post(connectionPage+"/key", form).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if text := after.Text("main"); !strings.Contains(text, "Ends in "+fresh[len(fresh)-4:]) {
		t.Errorf("the page says %q", text)
	}
	if strings.Contains(string(after.Body), fresh) {
		t.Error("the page holds the key")
	}
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if err := p.App.Connecting.Services.Probe(t.Context(), school); err != nil {
		t.Errorf("the new key does not work: %v", err)
	}
}

func TestAKeyThatCannotBeOneIsRefusedAndNotRepeated(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	const typed = "clé secrète"
	refused := v.Post(connectionPage+"/key", url.Values{"key": {typed}}).Want(t, http.StatusUnprocessableEntity)
	if strings.Contains(string(refused.Body), typed) || refused.Page.Find("[role=alert]").Length() != 1 {
		t.Errorf("the answer is %q", refused.Text("main"))
	}
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if err := p.App.Connecting.Services.Probe(t.Context(), school); err != nil {
		t.Errorf("the old key is gone: %v", err)
	}
}

func TestOnlyAdminsReplaceTheKey(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for _, somebody := range []string{apptest.Teacher, apptest.OfficeWorker} {
		p.As(t, somebody).Post(connectionPage+"/key", url.Values{"key": {"something-else"}}).Want(t, http.StatusForbidden)
	}
	if page := p.As(t, apptest.OfficeWorker).Get(connectionPage); page.Page.Find("input[name=key]").Length() != 0 {
		t.Error("the office is offered a new key")
	}
}

func TestAKeyThatTheSchoolSystemRefusesReplacesNone(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	const typed = "rb_live_nobodyhasthiskey"
	refused := v.Post(connectionPage+"/key", url.Values{"key": {typed}}).Want(t, http.StatusUnprocessableEntity)
	if text := refused.Text("[role=alert]"); !strings.Contains(text, "does not accept this key") || strings.Contains(string(refused.Body), typed) {
		t.Errorf("it says %q", text)
	}
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{Status: http.StatusServiceUnavailable}))
	_, fresh, err := p.Sandbox.CreateKey(apptest.HarbourCode, "Second")
	apptest.Must(t, err)
	untried := v.Post(connectionPage+"/key", url.Values{"key": {fresh}}).Want(t, http.StatusUnprocessableEntity)
	if text := untried.Text("[role=alert]"); !strings.Contains(text, "could not be tried now") {
		t.Errorf("it says %q", text)
	}
	p.Sandbox.Heal(apptest.HarbourCode)
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if err := p.App.Connecting.Services.Probe(t.Context(), school); err != nil {
		t.Errorf("the old key is gone: %v", err)
	}
}

func TestAKeyThatWaitsIsTriedBeforeItIsUsed(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	v.Post(apptest.KeysPage, url.Values{"key": {"rb_live_nobodyhasthiskey"}}).Want(t, http.StatusSeeOther)
	keys, err := p.App.Store.Keys(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	at := slices.IndexFunc(keys, func(key roll.Key) bool { return key.State == roll.KeyNext })
	refused := v.Post(apptest.KeysPage+"/"+keys[at].ID+"/use", nil).Want(t, http.StatusUnprocessableEntity)
	if text := refused.Text("main"); !strings.Contains(text, "does not accept this key") {
		t.Errorf("it says %q", text)
	}
	after, err := p.App.Store.Keys(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if after[0].ID != keys[0].ID {
		t.Error("the key that works was replaced")
	}
}
