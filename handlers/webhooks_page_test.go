package handlers_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store"
)

const webhooksPage = "/schools/harbour/settings/webhooks"

func sealedSecret(p *program, secret string) store.Key {
	return store.Key{Sealed: p.app.Vault.Seal(harbour, secret)}
}

func TestAnAdminAddsTheSecretAndSeesWhatCame(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	page := v.get(webhooksPage).want(t, http.StatusOK)
	if text := page.text("main"); !strings.Contains(text, p.address+harbourHook) || !strings.Contains(text, "Nothing is taken yet") {
		t.Errorf("it says %q", text)
	}
	if status, _ := p.deliver(t, p.signed(t, "msg_1")); status != http.StatusUnauthorized {
		t.Errorf("before there is a secret it answers %d", status)
	}
	form := page.form("form[action$='/secrets']")
	form.Set("secret", " "+hookSecret+" ")
	after := v.follow(v.post(webhooksPage+"/secrets", form).want(t, http.StatusSeeOther))
	if strings.Contains(string(after.body), hookSecret) || strings.Contains(string(after.body), strings.TrimPrefix(hookSecret, "whsec_")) {
		t.Error("the page holds the secret")
	}
	if status, _ := p.deliver(t, p.signed(t, "msg_2")); status != http.StatusAccepted {
		t.Errorf("then it answers %d", status)
	}
	log := v.get(webhooksPage)
	if log.page.Find("[data-understood=true]").Length() != 1 || !strings.Contains(log.text("main pre"), "students.changed") {
		t.Errorf("the log says %q", log.text("main"))
	}
	secret := log.page.Find("[data-secret] form").AttrOr("action", "")
	v.post(secret, nil).want(t, http.StatusSeeOther)
	v.post(secret, nil).want(t, http.StatusSeeOther)
	if status, _ := p.deliver(t, p.signed(t, "msg_3")); status != http.StatusUnauthorized {
		t.Errorf("without the secret it answers %d", status)
	}
}

func TestADeliveryIsTakenOnceHoweverOftenItComes(t *testing.T) {
	t.Parallel()
	clock := newMovingClock(bootHour())
	p := bootAt(t, clock.now)
	p.takesWebhooks(t)
	first := p.signed(t, "msg_1")
	if status, _ := p.deliver(t, first); status != http.StatusAccepted {
		t.Fatalf("it answers %d", status)
	}
	if status, _ := p.deliver(t, first); status != http.StatusOK {
		t.Errorf("the very same again answers %d", status)
	}
	clock.forward(10 * time.Second)
	if status, _ := p.deliver(t, p.signed(t, "msg_1")); status != http.StatusAccepted {
		t.Errorf("delivered again, signed anew, it answers %d", status)
	}
	if status, _ := p.deliver(t, first); status != http.StatusOK {
		t.Errorf("the first once more answers %d", status)
	}
	clock.forward(10 * time.Minute)
	must(t, p.app.Store.ForgetWebhooks(t.Context(), clock.now().Add(-time.Hour), clock.now()))
	if status, _ := p.deliver(t, first); status != http.StatusUnauthorized {
		t.Errorf("when it is old it answers %d", status)
	}
	if events := p.events(t, harbour); len(events) != 1 {
		t.Errorf("%d events are kept", len(events))
	}
}

func TestAnAdminSaysHowTheSchoolSystemSigns(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	form := v.get(webhooksPage).form("form[action$='/settings/webhooks']")
	for name, value := range map[string]string{"header": "X-Signature", "prefix": "sha256=", "separator": "none", "encoding": "hex", "signed": "body", "secret": "text", "tolerance": "10"} {
		form.Set(name, value)
	}
	v.post(webhooksPage, form).want(t, http.StatusSeeOther)
	signing, err := p.app.Hooks.Signing(t.Context(), harbour)
	must(t, err)
	if signing.Header != "X-Signature" || signing.Prefix != "sha256=" || signing.Encoding != roll.Hexadecimal || signing.Tolerance != 600 {
		t.Errorf("it is kept as %+v", signing)
	}
	for name, value := range map[string]string{"header": "two words", "algorithm": "sha1", "tolerance": "x", "separator": "|", "prefix": "a b"} {
		bad, err := url.ParseQuery(form.Encode())
		must(t, err)
		bad.Set(name, value)
		if refused := v.post(webhooksPage, bad); refused.code != http.StatusUnprocessableEntity || refused.page.Find("[role=alert]").Length() != 1 {
			t.Errorf("%s %q is answered %d", name, value, refused.code)
		}
	}
	v.post(webhooksPage+"/standard", nil).want(t, http.StatusSeeOther)
	if signing, err = p.app.Hooks.Signing(t.Context(), harbour); err != nil || signing != roll.StandardWebhooks() {
		t.Errorf("then it is %+v, %v", signing, err)
	}
}

func TestOnlyAdminsSeeWhatTheSchoolSystemReports(t *testing.T) {
	t.Parallel()
	p := boot(t)
	for somebody, want := range map[string]int{teacher: http.StatusForbidden, officeWorker: http.StatusForbidden, frenchTeacher: http.StatusNotFound} {
		v := p.as(t, somebody)
		v.get(webhooksPage).want(t, want)
		for _, path := range []string{"", "/standard", "/secrets", "/secrets/x/remove"} {
			v.post(webhooksPage+path, url.Values{"secret": {hookSecret}}).want(t, want)
		}
	}
}

func TestAReportHasTheListsReadAgainAndAThousandDoNotCostMore(t *testing.T) {
	t.Parallel()
	p := boot(t)
	p.takesWebhooks(t)
	p.as(t, teacher).get("/schools/harbour").want(t, http.StatusOK)
	reads := func() int {
		count := 0
		for path, calls := range p.sandbox.Calls()[harbourCode] {
			if strings.Contains(path, "/students/list") {
				count += calls
			}
		}
		return count
	}
	before := reads()
	read, stop := p.app.Live.Listen(live.SchoolOf(harbour))
	defer stop()
	for i := range 300 {
		if status, body := p.deliver(t, p.signed(t, "msg_"+strconv.Itoa(i))); status != http.StatusAccepted {
			t.Fatalf("delivery %d answers %d: %s", i, status, body)
		}
	}
	select {
	case <-read:
	case <-time.After(20 * time.Second):
		t.Fatal("nothing was read again")
	}
	if more := reads() - before; more < 1 || more > 2 {
		t.Errorf("300 reports cost %d readings", more)
	}
	if events := p.events(t, harbour); len(events) > 100 {
		t.Errorf("%d events are kept", len(events))
	}
}
