package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

const connectionPage = "/schools/harbour/connection"

func TestAnAdminEntersANewKeyThatNobodyEverReads(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	_, fresh, err := p.sandbox.CreateKey(t.Context(), harbourCode, "Second")
	must(t, err)
	form := v.get(connectionPage).want(t, http.StatusOK).form("form[action$='/connection/key']")
	form.Set("key", "  "+fresh+"\n")
	after := v.follow(v.post(connectionPage+"/key", form).want(t, http.StatusSeeOther)).want(t, http.StatusOK)
	if text := after.text("main"); !strings.Contains(text, "ends in "+fresh[len(fresh)-4:]) {
		t.Errorf("the page says %q", text)
	}
	if strings.Contains(string(after.body), fresh) {
		t.Error("the page holds the key")
	}
	school, err := p.app.Store.School(t.Context(), harbour)
	must(t, err)
	if err := p.app.Connections.Probe(t.Context(), school); err != nil {
		t.Errorf("the new key does not work: %v", err)
	}
}

func TestAKeyThatCannotBeOneIsRefusedAndNotRepeated(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	const typed = "clé secrète"
	refused := v.post(connectionPage+"/key", url.Values{"key": {typed}}).want(t, http.StatusUnprocessableEntity)
	if strings.Contains(string(refused.body), typed) || refused.page.Find("[role=alert]").Length() != 1 {
		t.Errorf("the answer is %q", refused.text("main"))
	}
	school, err := p.app.Store.School(t.Context(), harbour)
	must(t, err)
	if err := p.app.Connections.Probe(t.Context(), school); err != nil {
		t.Errorf("the old key is gone: %v", err)
	}
}

func TestOnlyAdminsReplaceTheKey(t *testing.T) {
	t.Parallel()
	p := boot(t)
	for _, somebody := range []string{teacher, officeWorker} {
		p.as(t, somebody).post(connectionPage+"/key", url.Values{"key": {"something-else"}}).want(t, http.StatusForbidden)
	}
	if page := p.as(t, officeWorker).get(connectionPage); page.page.Find("input[name=key]").Length() != 0 {
		t.Error("the office is offered a new key")
	}
}
