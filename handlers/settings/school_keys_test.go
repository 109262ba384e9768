package settings_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// addedKey adds a key on the page, and returns its value, its id here and its id there.
func addedKey(t *testing.T, p *apptest.Program, v *apptest.Visitor) (value, id string, there int64) {
	t.Helper()
	made, value, err := p.Sandbox.CreateKey(apptest.HarbourCode, "Next")
	apptest.Must(t, err)
	form := v.Get(apptest.KeysPage).Want(t, http.StatusOK).Form("form[action$='/settings/keys']")
	form.Set("key", " "+value+"\n")
	after := v.Follow(v.Post(apptest.KeysPage, form).Want(t, http.StatusSeeOther))
	if strings.Contains(string(after.Body), value) {
		t.Error("the page holds the key")
	}
	keys, err := p.App.Store.Keys(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	for _, key := range keys {
		if key.LastFour == value[len(value)-4:] {
			return value, key.ID, made.ID
		}
	}
	t.Fatal("the key is not kept")
	return "", "", 0
}

func keyInUse(t *testing.T, p *apptest.Program) roll.Key {
	t.Helper()
	keys, err := p.App.Store.Keys(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	return keys[0]
}

func TestAnAdminChangesTheKeyStepByStepAndNoMarkIsLost(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	old := keyInUse(t, p)
	first, err := p.Sandbox.Keys(apptest.HarbourCode)
	apptest.Must(t, err)
	value, id, _ := addedKey(t, p, v)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	if inUse := keyInUse(t, p); inUse.ID != old.ID {
		t.Error("the added key is used before anybody said so")
	}
	tested := v.Follow(v.Post(apptest.KeysPage+"/"+id+"/test", nil).Want(t, http.StatusSeeOther))
	if text := tested.Text("[data-key='" + id + "']"); !strings.Contains(text, "accepted.") {
		t.Errorf("after the test it says %q", text)
	}
	switched := v.Follow(v.Post(apptest.KeysPage+"/"+id+"/use", nil).Want(t, http.StatusSeeOther))
	if state := switched.Page.Find("[data-key='"+id+"']").AttrOr("data-state", ""); state != "in_use" {
		t.Errorf("after the switch it is %q", state)
	}
	apptest.Must(t, p.Sandbox.RevokeKey(apptest.HarbourCode, first[0].ID))
	p.As(t, apptest.OtherTeacher).Takes("Late", 1)
	p.Settled(t, apptest.Harbour)
	v.Follow(v.Post(apptest.KeysPage+"/"+old.ID+"/remove", nil).Want(t, http.StatusSeeOther))
	rows := p.As(t, apptest.Teacher).Get(apptest.EightB).Rows(t)
	if apptest.Count(rows, "saved", "Absent") != 1 || apptest.Count(rows, "saved", "Late") != 1 {
		t.Errorf("the roll shows %+v", rows[:3])
	}
	keys, err := p.App.Connecting.Keys.Keys(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if len(keys) != 1 || keys[0].LastFour != value[len(value)-4:] || keys[0].LastUsed.IsZero() {
		t.Errorf("kept are %+v", keys)
	}
}

func TestATestOfAKeyShowsTheAnswerOfTheSchoolSystem(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	_, id, there := addedKey(t, p, v)
	test := func() string {
		return v.Follow(v.Post(apptest.KeysPage+"/"+id+"/test", nil).Want(t, http.StatusSeeOther)).Page.Find("[data-key='"+id+"'] [data-tried]").AttrOr("data-tried", "")
	}
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{Status: 404}))
	if result := test(); result != "misconfigured" {
		t.Errorf("another service: %q", result)
	}
	apptest.Must(t, p.Sandbox.RevokeKey(apptest.HarbourCode, there))
	if result := test(); result != "unauthorized" {
		t.Errorf("a revoked key: %q", result)
	}
	p.Silence()
	if result := test(); result != "unreached" {
		t.Errorf("no service: %q", result)
	}
}

func TestTheKeyInUseStaysUntilAnotherIsUsed(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	inUse := keyInUse(t, p)
	refused := v.Post(apptest.KeysPage+"/"+inUse.ID+"/remove", nil).Want(t, http.StatusConflict)
	if text := refused.Text("[role=alert]"); !strings.Contains(text, "in use") {
		t.Errorf("it says %q", text)
	}
	gone := v.Post(apptest.KeysPage+"/nonsense/use", nil).Want(t, http.StatusConflict)
	if text := gone.Text("[role=alert]"); !strings.Contains(text, "removed") || keyInUse(t, p).ID != inUse.ID {
		t.Errorf("it says %q", text)
	}
}

func TestAnUnusableKeyIsRefusedAndNotRepeated(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	value, _, _ := addedKey(t, p, v)
	for _, typed := range []string{"", "clé secrète", value} {
		refused := v.Post(apptest.KeysPage, url.Values{"key": {typed}}).Want(t, http.StatusUnprocessableEntity)
		if refused.Page.Find("[role=alert]").Length() != 1 || typed != "" && strings.Contains(string(refused.Body), typed) {
			t.Errorf("%q is answered by %q", typed, refused.Text("main"))
		}
	}
	for _, more := range []string{"sbx_live_3", "sbx_live_4", "sbx_live_5"} {
		v.Post(apptest.KeysPage, url.Values{"key": {more}}).Want(t, http.StatusSeeOther)
	}
	full := v.Post(apptest.KeysPage, url.Values{"key": {"sbx_live_6"}}).Want(t, http.StatusUnprocessableEntity)
	if text := full.Text("[role=alert]"); !strings.Contains(text, "Five keys") || full.Page.Find("input[name=key]").Length() != 0 {
		t.Errorf("a sixth key is answered by %q", text)
	}
}

func TestOnlyAdminsOfTheSchoolSeeItsKeys(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	id := keyInUse(t, p).ID
	for somebody, want := range map[string]int{apptest.Teacher: http.StatusForbidden, apptest.OfficeWorker: http.StatusForbidden, apptest.FrenchTeacher: http.StatusNotFound} {
		v := p.As(t, somebody)
		v.Get(apptest.KeysPage).Want(t, want)
		v.Post(apptest.KeysPage, url.Values{"key": {"sbx_live_2"}}).Want(t, want)
		for _, action := range []string{"/test", "/use", "/remove"} {
			v.Post(apptest.KeysPage+"/"+id+action, nil).Want(t, want)
		}
	}
}

func TestTwoAdminsWhoSwitchAndRemoveAtOnceLeaveAKeyInUse(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	old := keyInUse(t, p).ID
	v := p.As(t, apptest.Administrator)
	_, next, _ := addedKey(t, p, v)
	var both sync.WaitGroup
	for _, path := range []string{next + "/use", old + "/remove", next + "/remove", old + "/use"} {
		one := p.As(t, apptest.Administrator)
		both.Go(func() {
			if a := one.Post(apptest.KeysPage+"/"+path, nil); a.Code != http.StatusSeeOther && a.Code != http.StatusConflict {
				t.Errorf("%s answers %d", path, a.Code)
			}
		})
	}
	both.Wait()
	if key := keyInUse(t, p); key.State != roll.KeyInUse {
		t.Errorf("the first key is %+v", key)
	}
}
