package badinput_test

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// hooked returns a trial that changes a valid delivery: the answer has the status, and the given number of
// further events is stored.
func hooked(status, kept int, change func(t *testing.T, p *apptest.Program, d *apptest.Delivery)) trial {
	return func(t *testing.T, p *apptest.Program) {
		t.Helper()
		p.TakesWebhooks(t)
		d := p.Signed(t, "msg_"+strconv.FormatInt(time.Now().UnixNano(), 36))
		change(t, p, &d)
		before, others := len(p.Events(t, apptest.Harbour)), len(p.Events(t, apptest.Tilleuls))
		if got, body := p.Deliver(t, d); got != status {
			t.Errorf("it answers %d instead of %d: %s", got, status, body)
		}
		if after := len(p.Events(t, apptest.Harbour)); after-before != kept {
			t.Errorf("%d events are kept", after-before)
		}
		if after := len(p.Events(t, apptest.Tilleuls)); after != others {
			t.Error("the other school has an event")
		}
	}
}

// resign signs a changed delivery again.
func resign(t *testing.T, d *apptest.Delivery, secret string) {
	t.Helper()
	d.Signature = apptest.SignatureOf(t, secret, d.ID, d.Stamp, d.Body)
}

func badWebhooks() map[string]trial {
	return map[string]trial{
		"no signature": hooked(401, 0, func(_ *testing.T, _ *apptest.Program, d *apptest.Delivery) {
			d.ID, d.Stamp, d.Signature = "", "", ""
		}),
		"body re-serialised": hooked(401, 0, func(_ *testing.T, _ *apptest.Program, d *apptest.Delivery) {
			d.Body = strings.ReplaceAll(d.Body, ":", ": ")
		}),
		"signature of other school": hooked(401, 0, func(t *testing.T, _ *apptest.Program, d *apptest.Delivery) {
			resign(t, d, apptest.OtherSecret)
		}),
		"timestamp future": hooked(401, 0, func(t *testing.T, p *apptest.Program, d *apptest.Delivery) {
			sentAt(t, d, p.App.Clock().Add(6*time.Minute))
		}),
		"timestamp bad":       badStamps,
		"algorithm confusion": badAlgorithms,
		"multiple signatures": hooked(202, 1, amongOthers),
		"10,000 signatures in header": hooked(431, 0, func(_ *testing.T, _ *apptest.Program, d *apptest.Delivery) {
			d.Signature = strings.Repeat(d.Signature+" ", 10_000)
		}),
		"body gzip": hooked(415, 0, func(_ *testing.T, _ *apptest.Program, d *apptest.Delivery) {
			d.Headers = []string{"Content-Encoding", "gzip"}
		}),
		"deep JSON nesting": hooked(400, 0, func(t *testing.T, _ *apptest.Program, d *apptest.Delivery) {
			d.Body = strings.Repeat("[", 10_000)
			resign(t, d, apptest.HookSecret)
		}),
		"not JSON / wrong shape":              notUnderstood,
		"ids of another school inside":        idsOfAnotherSchool,
		"webhook with session cookie":         cookiesDoNotCount,
		"replay same body new id unsigned id": hooked(401, 0, func(_ *testing.T, _ *apptest.Program, d *apptest.Delivery) { d.ID = "msg_new" }),
		"unknown school token in path":        noSuchSchool,
		"empty secret configured":             emptySecret,
	}
}

func sentAt(t *testing.T, d *apptest.Delivery, at time.Time) {
	t.Helper()
	d.Stamp = strconv.FormatInt(at.Unix(), 10)
	resign(t, d, apptest.HookSecret)
}

func badStamps(t *testing.T, p *apptest.Program) {
	for _, stamp := range []string{"abc", "1e9", "-1", "1763541000.5", "+1", " ", "", "0", strings.Repeat("9", 30)} {
		hooked(401, 0, func(t *testing.T, _ *apptest.Program, d *apptest.Delivery) {
			d.Stamp = stamp
			resign(t, d, apptest.HookSecret)
		})(t, p)
	}
	hooked(401, 0, func(t *testing.T, p *apptest.Program, d *apptest.Delivery) {
		sentAt(t, d, p.App.Clock().Add(-6*time.Minute))
	})(t, p)
}

func badAlgorithms(t *testing.T, p *apptest.Program) {
	for _, prefix := range []string{"v0,", "none,", "sha1=", "v1a,", "v1=", ""} {
		hooked(401, 0, func(_ *testing.T, _ *apptest.Program, d *apptest.Delivery) {
			d.Signature = prefix + strings.TrimPrefix(d.Signature, "v1,")
		})(t, p)
	}
	hooked(401, 0, func(_ *testing.T, _ *apptest.Program, d *apptest.Delivery) { d.Signature = "v1," })(t, p)
}

func amongOthers(t *testing.T, _ *apptest.Program, d *apptest.Delivery) {
	other := apptest.SignatureOf(t, apptest.OtherSecret, d.ID, d.Stamp, d.Body)
	d.Signature = other + " " + d.Signature + " v1,AAAA"
}

func notUnderstood(t *testing.T, p *apptest.Program) {
	for _, body := range []string{"hello", "{", "7", `"text"`, "", "\xff\xfe", "{} {}"} {
		hooked(202, 1, func(t *testing.T, _ *apptest.Program, d *apptest.Delivery) {
			d.Body = body
			resign(t, d, apptest.HookSecret)
		})(t, p)
		if event := p.Events(t, apptest.Harbour)[0]; event.Understood && event.Body == body {
			t.Errorf("%q is called understood", body)
		}
	}
	page := p.As(t, apptest.Administrator).Get("/schools/harbour/settings/webhooks").Want(t, http.StatusOK)
	if page.Page.Find("[data-understood=false]").Length() < 7 {
		t.Error("the page does not say that they were not understood")
	}
}

func idsOfAnotherSchool(t *testing.T, p *apptest.Program) {
	hooked(202, 1, func(t *testing.T, _ *apptest.Program, d *apptest.Delivery) {
		d.Body = `{"schoolCode":"LTM-0093","studentSemesterInfoIds":[1,2,3],"attStatus":{"id":2}}`
		resign(t, d, apptest.HookSecret)
	})(t, p)
	if calls := p.Sandbox.Arrivals(""); len(calls) != 0 {
		t.Errorf("%d saves were sent", len(calls))
	}
}

func cookiesDoNotCount(t *testing.T, p *apptest.Program) {
	p.TakesWebhooks(t)
	v := p.As(t, apptest.Administrator)
	if a := v.Send(http.MethodPost, apptest.HarbourHook, strings.NewReader(apptest.HookBody), "Content-Type", "text/plain"); a.Code != http.StatusUnauthorized {
		t.Errorf("an admin's browser is answered %d", a.Code)
	}
	hooked(202, 1, func(_ *testing.T, _ *apptest.Program, d *apptest.Delivery) {
		d.Headers = []string{"Cookie", "rollbook_session=nonsense"}
	})(t, p)
}

// noSuchSchool expects the same bytes as for a wrong signature: an address does not reveal which schools
// exist.
func noSuchSchool(t *testing.T, p *apptest.Program) {
	p.TakesWebhooks(t)
	wrong := p.Signed(t, "msg_wrong")
	wrong.Signature = apptest.SignatureOf(t, apptest.OtherSecret, wrong.ID, wrong.Stamp, wrong.Body)
	status, body := p.Deliver(t, wrong)
	for _, path := range []string{"/hooks/xyz", "/hooks/HARBOUR", "/hooks/harbour%00", "/hooks/'%20OR%201=1"} {
		d := p.Signed(t, "msg_nowhere")
		d.Path = path
		if got, text := p.Deliver(t, d); got != status || text != body || status != http.StatusUnauthorized {
			t.Errorf("%s answers %d %q, a wrong signature %d %q", path, got, text, status, body)
		}
	}
}

func emptySecret(t *testing.T, _ *apptest.Program) {
	p := apptest.Boot(t)
	for _, secret := range []string{"", "whsec_", "whsec_c2hvcnQ=", "not base64!"} {
		if err := p.App.Lists.Hooks.AddSecret(t.Context(), apptest.Harbour, secret); roll.KindOf(err) != roll.Meaningless {
			t.Errorf("the secret %q: %v", secret, err)
		}
	}
	apptest.Must(t, p.App.Store.AddWebhookSecret(t.Context(), apptest.Harbour, sealedSecret(p, "")))
	for _, secret := range []string{"", apptest.HookSecret} {
		d := p.Signed(t, "msg_empty")
		resign(t, &d, secret)
		if status, _ := p.Deliver(t, d); status != http.StatusUnauthorized {
			t.Errorf("signed with %q it answers %d", secret, status)
		}
	}
	huge := p.Signed(t, "msg_huge")
	huge.Body = string(bytes.Repeat([]byte("x"), 200<<10))
	if status, _ := p.Deliver(t, huge); status != http.StatusRequestEntityTooLarge {
		t.Errorf("200 KiB are answered %d", status)
	}
}
