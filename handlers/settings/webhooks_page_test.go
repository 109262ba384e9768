package settings_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/live"
	"rollbook/web/roll"
)

func TestAnAdminAddsTheSecretAndSeesTheDeliveries(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	page := v.Get(apptest.WebhooksPage).Want(t, http.StatusOK)
	if text := page.Text("main"); !strings.Contains(text, p.Address+apptest.HarbourHook) || !strings.Contains(text, "Not in use: add the secret") {
		t.Errorf("it says %q", text)
	}
	if status, _ := p.Deliver(t, p.Signed(t, "msg_1")); status != http.StatusUnauthorized {
		t.Errorf("before there is a secret it answers %d", status)
	}
	form := page.Form("form[action$='/secrets']")
	form.Set("secret", " "+apptest.HookSecret+" ")
	after := v.Follow(v.Post(apptest.WebhooksPage+"/secrets", form).Want(t, http.StatusSeeOther))
	if strings.Contains(string(after.Body), apptest.HookSecret) || strings.Contains(string(after.Body), strings.TrimPrefix(apptest.HookSecret, "whsec_")) {
		t.Error("the page holds the secret")
	}
	if status, _ := p.Deliver(t, p.Signed(t, "msg_2")); status != http.StatusAccepted {
		t.Errorf("then it answers %d", status)
	}
	log := v.Get(apptest.WebhooksPage)
	if log.Page.Find("[data-understood=true]").Length() != 1 || !strings.Contains(log.Text("main pre"), "students.changed") {
		t.Errorf("the log says %q", log.Text("main"))
	}
	secret := log.Page.Find("[data-secret] form").AttrOr("action", "")
	v.Post(secret, nil).Want(t, http.StatusSeeOther)
	v.Post(secret, nil).Want(t, http.StatusSeeOther)
	if status, _ := p.Deliver(t, p.Signed(t, "msg_3")); status != http.StatusUnauthorized {
		t.Errorf("without the secret it answers %d", status)
	}
}

func TestARepeatedDeliveryIsTakenOnce(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	p.TakesWebhooks(t)
	first := p.Signed(t, "msg_1")
	if status, _ := p.Deliver(t, first); status != http.StatusAccepted {
		t.Fatalf("it answers %d", status)
	}
	if status, _ := p.Deliver(t, first); status != http.StatusOK {
		t.Errorf("the very same again answers %d", status)
	}
	clock.Forward(10 * time.Second)
	if status, _ := p.Deliver(t, p.Signed(t, "msg_1")); status != http.StatusAccepted {
		t.Errorf("delivered again, signed anew, it answers %d", status)
	}
	if status, _ := p.Deliver(t, first); status != http.StatusOK {
		t.Errorf("the first once more answers %d", status)
	}
	clock.Forward(10 * time.Minute)
	apptest.Must(t, p.App.Store.Sweep(t.Context(), clock.Now()))
	if status, _ := p.Deliver(t, first); status != http.StatusUnauthorized {
		t.Errorf("when it is old it answers %d", status)
	}
	if events := p.Events(t, apptest.Harbour); len(events) != 1 {
		t.Errorf("%d events are kept", len(events))
	}
}

func TestAnAdminSaysHowTheSchoolSystemSigns(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	form := v.Get(apptest.WebhooksPage).Form("form[action$='/settings/webhooks']")
	for name, value := range map[string]string{"header": "X-Signature", "prefix": "sha256=", "separator": "none", "encoding": "hex", "signed": "body", "secret": "text", "tolerance": "10"} {
		form.Set(name, value)
	}
	v.Post(apptest.WebhooksPage, form).Want(t, http.StatusSeeOther)
	signing, err := p.App.Lists.Hooks.Signing(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if signing.Header != "X-Signature" || signing.Prefix != "sha256=" || signing.Encoding != roll.Hexadecimal || signing.Tolerance != 600 {
		t.Errorf("it is kept as %+v", signing)
	}
	for name, value := range map[string]string{"header": "two words", "algorithm": "sha1", "tolerance": "x", "separator": "|", "prefix": "a b"} {
		bad, err := url.ParseQuery(form.Encode())
		apptest.Must(t, err)
		bad.Set(name, value)
		if refused := v.Post(apptest.WebhooksPage, bad); refused.Code != http.StatusUnprocessableEntity || refused.Page.Find("[role=alert]").Length() != 1 {
			t.Errorf("%s %q is answered %d", name, value, refused.Code)
		}
	}
	v.Post(apptest.WebhooksPage+"/standard", nil).Want(t, http.StatusSeeOther)
	if signing, err = p.App.Lists.Hooks.Signing(t.Context(), apptest.Harbour); err != nil || signing != roll.StandardWebhooks() {
		t.Errorf("then it is %+v, %v", signing, err)
	}
}

func TestOnlyAdminsSeeTheDeliveries(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for somebody, want := range map[string]int{apptest.Teacher: http.StatusForbidden, apptest.OfficeWorker: http.StatusForbidden, apptest.FrenchTeacher: http.StatusNotFound} {
		v := p.As(t, somebody)
		v.Get(apptest.WebhooksPage).Want(t, want)
		for _, path := range []string{"", "/standard", "/secrets", "/secrets/x/remove"} {
			v.Post(apptest.WebhooksPage+path, url.Values{"secret": {apptest.HookSecret}}).Want(t, want)
		}
	}
}

func TestAReportHasTheListsReadAgainAndAThousandDoNotCostMore(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.TakesWebhooks(t)
	p.As(t, apptest.Teacher).Get("/schools/harbour").Want(t, http.StatusOK)
	reads := func() int {
		count := 0
		for path, calls := range p.Sandbox.Calls()[apptest.HarbourCode] {
			if strings.Contains(path, "/students/list") {
				count += calls
			}
		}
		return count
	}
	before := reads()
	read, stop := p.App.Live.Listen(live.SchoolOf(apptest.Harbour))
	defer stop()
	for i := range 300 {
		if status, body := p.Deliver(t, p.Signed(t, "msg_"+strconv.Itoa(i))); status != http.StatusAccepted {
			t.Fatalf("delivery %d answers %d: %s", i, status, body)
		}
	}
	select {
	case <-read:
	case <-time.After(apptest.Patience):
		t.Fatal("nothing was read again")
	}
	if more := reads() - before; more < 1 || more > 2 {
		t.Errorf("300 reports cost %d readings", more)
	}
	if events := p.Events(t, apptest.Harbour); len(events) > 100 {
		t.Errorf("%d events are kept", len(events))
	}
}
