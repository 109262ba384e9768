package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

const keysPage = "/schools/harbour/settings/keys"

// addedKey adds a key by the page, and is its value, its id here and its id there.
func (p *program) addedKey(t *testing.T, v *visitor) (value, id string, there int64) {
	t.Helper()
	made, value, err := p.sandbox.CreateKey(t.Context(), harbourCode, "Next")
	must(t, err)
	form := v.get(keysPage).want(t, http.StatusOK).form("form[action$='/settings/keys']")
	form.Set("key", " "+value+"\n")
	after := v.follow(v.post(keysPage, form).want(t, http.StatusSeeOther))
	if strings.Contains(string(after.body), value) {
		t.Error("the page holds the key")
	}
	keys, err := p.app.Store.Keys(t.Context(), harbour)
	must(t, err)
	for _, key := range keys {
		if key.LastFour == value[len(value)-4:] {
			return value, key.ID, made.ID
		}
	}
	t.Fatal("the key is not kept")
	return "", "", 0
}

func (p *program) keyInUse(t *testing.T) roll.Key {
	t.Helper()
	keys, err := p.app.Store.Keys(t.Context(), harbour)
	must(t, err)
	return keys[0]
}

func TestAnAdminChangesTheKeyStepByStepAndNoMarkIsLost(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	old := p.keyInUse(t)
	first, err := p.sandbox.Keys(t.Context(), harbourCode)
	must(t, err)
	value, id, _ := p.addedKey(t, v)
	p.as(t, teacher).takes("Absent", 0)
	if inUse := p.keyInUse(t); inUse.ID != old.ID {
		t.Error("the added key is used before anybody said so")
	}
	tested := v.follow(v.post(keysPage+"/"+id+"/test", nil).want(t, http.StatusSeeOther))
	if text := tested.text("[data-key='" + id + "']"); !strings.Contains(text, "the school system accepts it") {
		t.Errorf("after the test it says %q", text)
	}
	switched := v.follow(v.post(keysPage+"/"+id+"/use", nil).want(t, http.StatusSeeOther))
	if state := switched.page.Find("[data-key='"+id+"']").AttrOr("data-state", ""); state != "in_use" {
		t.Errorf("after the switch it is %q", state)
	}
	must(t, p.sandbox.RevokeKey(t.Context(), harbourCode, first[0].ID))
	p.as(t, otherTeacher).takes("Late", 1)
	p.quiet(t)
	v.follow(v.post(keysPage+"/"+old.ID+"/remove", nil).want(t, http.StatusSeeOther))
	rows := p.as(t, teacher).get(eightB).rows(t)
	if count(rows, "saved", "Absent") != 1 || count(rows, "saved", "Late") != 1 {
		t.Errorf("the roll shows %+v", rows[:3])
	}
	keys, err := p.app.Keys(t.Context(), harbour)
	must(t, err)
	if len(keys) != 1 || keys[0].LastFour != value[len(value)-4:] || keys[0].LastUsed.IsZero() {
		t.Errorf("kept are %+v", keys)
	}
}

func TestATestSaysWhatTheSchoolSystemSays(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	_, id, there := p.addedKey(t, v)
	test := func() string {
		return v.follow(v.post(keysPage+"/"+id+"/test", nil).want(t, http.StatusSeeOther)).page.Find("[data-key='"+id+"'] [data-tried]").AttrOr("data-tried", "")
	}
	must(t, p.sandbox.RevokeKey(t.Context(), harbourCode, there))
	if result := test(); result != "unauthorized" {
		t.Errorf("a revoked key: %q", result)
	}
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{Status: 404}))
	if result := test(); result != "misconfigured" {
		t.Errorf("another service: %q", result)
	}
	p.silence()
	if result := test(); result != "unreached" {
		t.Errorf("no service: %q", result)
	}
}

func TestTheKeyInUseStaysUntilAnotherIsUsed(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	inUse := p.keyInUse(t)
	refused := v.post(keysPage+"/"+inUse.ID+"/remove", nil).want(t, http.StatusConflict)
	if text := refused.text("[role=alert]"); !strings.Contains(text, "in use") {
		t.Errorf("it says %q", text)
	}
	gone := v.post(keysPage+"/nonsense/use", nil).want(t, http.StatusConflict)
	if text := gone.text("[role=alert]"); !strings.Contains(text, "removed") || p.keyInUse(t).ID != inUse.ID {
		t.Errorf("it says %q", text)
	}
}

func TestWhatCannotBeANextKeyIsRefusedAndNotRepeated(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	value, _, _ := p.addedKey(t, v)
	for _, typed := range []string{"", "clé secrète", value} {
		refused := v.post(keysPage, url.Values{"key": {typed}}).want(t, http.StatusUnprocessableEntity)
		if refused.page.Find("[role=alert]").Length() != 1 || typed != "" && strings.Contains(string(refused.body), typed) {
			t.Errorf("%q is answered by %q", typed, refused.text("main"))
		}
	}
	for _, more := range []string{"sbx_live_3", "sbx_live_4", "sbx_live_5"} {
		v.post(keysPage, url.Values{"key": {more}}).want(t, http.StatusSeeOther)
	}
	full := v.post(keysPage, url.Values{"key": {"sbx_live_6"}}).want(t, http.StatusUnprocessableEntity)
	if text := full.text("[role=alert]"); !strings.Contains(text, "Five keys") || full.page.Find("input[name=key]").Length() != 0 {
		t.Errorf("a sixth key is answered by %q", text)
	}
}

func TestOnlyAdminsOfTheSchoolSeeItsKeys(t *testing.T) {
	t.Parallel()
	p := boot(t)
	id := p.keyInUse(t).ID
	for somebody, want := range map[string]int{teacher: http.StatusForbidden, officeWorker: http.StatusForbidden, frenchTeacher: http.StatusNotFound} {
		v := p.as(t, somebody)
		v.get(keysPage).want(t, want)
		v.post(keysPage, url.Values{"key": {"sbx_live_2"}}).want(t, want)
		for _, action := range []string{"/test", "/use", "/remove"} {
			v.post(keysPage+"/"+id+action, nil).want(t, want)
		}
	}
}

func TestTwoAdminsWhoSwitchAndRemoveAtOnceLeaveAKeyInUse(t *testing.T) {
	t.Parallel()
	p := boot(t)
	old := p.keyInUse(t).ID
	v := p.as(t, administrator)
	_, next, _ := p.addedKey(t, v)
	var both sync.WaitGroup
	for _, path := range []string{next + "/use", old + "/remove", next + "/remove", old + "/use"} {
		one := p.as(t, administrator)
		both.Go(func() {
			if a := one.post(keysPage+"/"+path, nil); a.code != http.StatusSeeOther && a.code != http.StatusConflict {
				t.Errorf("%s answers %d", path, a.code)
			}
		})
	}
	both.Wait()
	if key := p.keyInUse(t); key.State != roll.KeyInUse {
		t.Errorf("the first key is %+v", key)
	}
}
