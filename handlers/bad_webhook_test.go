package handlers_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
)

// The secrets of the tests, as the school system writes them.
const (
	hookSecret  = "whsec_bm9ib2R5IGtub3dzIHRoaXMgc2VjcmV0IQ=="
	otherSecret = "whsec_YW5vdGhlciBzY2hvb2wncyBvd24gc2VjcmV0"
)

const (
	harbourHook = "/hooks/harbour"
	hookBody    = `{"type":"students.changed","data":{"id":7}}`
)

// delivery is something that a school system, or somebody else, sends to the address.
type delivery struct {
	path, id, stamp, signature, body string
	headers                          []string
}

// signatureOf signs as Standard Webhooks say.
func signatureOf(t *testing.T, secret, id, stamp, body string) string {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	must(t, err)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + stamp + "." + body))
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// signed is a delivery as it must be, with an id of its own.
func (p *program) signed(t *testing.T, id string) delivery {
	t.Helper()
	stamp := strconv.FormatInt(p.app.Clock().Unix(), 10)
	return delivery{path: harbourHook, id: id, stamp: stamp, signature: signatureOf(t, hookSecret, id, stamp, hookBody), body: hookBody}
}

// deliver is the answer to a delivery, without any cookie.
func (p *program) deliver(t *testing.T, d delivery) (status int, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.address+d.path, strings.NewReader(d.body))
	must(t, err)
	r.Header.Set("Content-Type", "application/json")
	for name, value := range map[string]string{"webhook-id": d.id, "webhook-timestamp": d.stamp, "webhook-signature": d.signature} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	for i := 0; i < len(d.headers); i += 2 {
		r.Header.Set(d.headers[i], d.headers[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	must(t, err)
	defer func() { must(t, response.Body.Close()) }()
	content, err := io.ReadAll(response.Body)
	must(t, err)
	if response.Header.Get("Set-Cookie") != "" {
		t.Error("the answer sets a cookie")
	}
	return response.StatusCode, string(content)
}

// takesWebhooks gives the schools their secrets, each its own.
func (p *program) takesWebhooks(t *testing.T) {
	t.Helper()
	for school, secret := range map[roll.SchoolID]string{harbour: hookSecret, tilleuls: otherSecret} {
		known, err := p.app.Hooks.Secrets(t.Context(), school)
		must(t, err)
		if len(known) == 0 {
			must(t, p.app.Hooks.AddSecret(t.Context(), school, secret))
		}
	}
}

func (p *program) events(t *testing.T, school roll.SchoolID) []roll.WebhookEvent {
	t.Helper()
	events, err := p.app.Hooks.Events(t.Context(), school)
	must(t, err)
	return events
}

// hooked is a trial in which a good delivery was changed: it has the status, and so many
// more events are kept than before.
func hooked(status, kept int, change func(t *testing.T, p *program, d *delivery)) trial {
	return func(t *testing.T, p *program) {
		t.Helper()
		p.takesWebhooks(t)
		d := p.signed(t, "msg_"+strconv.FormatInt(time.Now().UnixNano(), 36))
		change(t, p, &d)
		before, others := len(p.events(t, harbour)), len(p.events(t, tilleuls))
		if got, body := p.deliver(t, d); got != status {
			t.Errorf("it answers %d instead of %d: %s", got, status, body)
		}
		if after := len(p.events(t, harbour)); after-before != kept {
			t.Errorf("%d events are kept", after-before)
		}
		if after := len(p.events(t, tilleuls)); after != others {
			t.Error("the other school has an event")
		}
	}
}

// resign signs what a trial changed.
func (d *delivery) resign(t *testing.T, secret string) {
	t.Helper()
	d.signature = signatureOf(t, secret, d.id, d.stamp, d.body)
}

func badWebhooks() map[string]trial {
	return map[string]trial{
		"no signature":                hooked(401, 0, func(_ *testing.T, _ *program, d *delivery) { d.id, d.stamp, d.signature = "", "", "" }),
		"body re-serialised":          hooked(401, 0, func(_ *testing.T, _ *program, d *delivery) { d.body = strings.ReplaceAll(d.body, ":", ": ") }),
		"signature of other school":   hooked(401, 0, func(t *testing.T, _ *program, d *delivery) { d.resign(t, otherSecret) }),
		"timestamp future":            hooked(401, 0, func(t *testing.T, p *program, d *delivery) { d.sentAt(t, p.app.Clock().Add(6*time.Minute)) }),
		"timestamp bad":               badStamps,
		"algorithm confusion":         badAlgorithms,
		"multiple signatures":         hooked(202, 1, amongOthers),
		"10,000 signatures in header": hooked(431, 0, func(_ *testing.T, _ *program, d *delivery) { d.signature = strings.Repeat(d.signature+" ", 10_000) }),
		"body gzip":                   hooked(415, 0, func(_ *testing.T, _ *program, d *delivery) { d.headers = []string{"Content-Encoding", "gzip"} }),
		"deep JSON nesting": hooked(400, 0, func(t *testing.T, _ *program, d *delivery) {
			d.body = strings.Repeat("[", 10_000)
			d.resign(t, hookSecret)
		}),
		"not JSON / wrong shape":              notUnderstood,
		"ids of another school inside":        idsOfAnotherSchool,
		"webhook with session cookie":         cookiesDoNotCount,
		"replay same body new id unsigned id": hooked(401, 0, func(_ *testing.T, _ *program, d *delivery) { d.id = "msg_new" }),
		"unknown school token in path":        noSuchSchool,
		"empty secret configured":             emptySecret,
	}
}

func (d *delivery) sentAt(t *testing.T, at time.Time) {
	t.Helper()
	d.stamp = strconv.FormatInt(at.Unix(), 10)
	d.resign(t, hookSecret)
}

func badStamps(t *testing.T, p *program) {
	for _, stamp := range []string{"abc", "1e9", "-1", "1763541000.5", "+1", " ", "", "0", strings.Repeat("9", 30)} {
		hooked(401, 0, func(t *testing.T, _ *program, d *delivery) { d.stamp = stamp; d.resign(t, hookSecret) })(t, p)
	}
	hooked(401, 0, func(t *testing.T, p *program, d *delivery) { d.sentAt(t, p.app.Clock().Add(-6*time.Minute)) })(t, p)
}

func badAlgorithms(t *testing.T, p *program) {
	for _, prefix := range []string{"v0,", "none,", "sha1=", "v1a,", "v1=", ""} {
		hooked(401, 0, func(_ *testing.T, _ *program, d *delivery) {
			d.signature = prefix + strings.TrimPrefix(d.signature, "v1,")
		})(t, p)
	}
	hooked(401, 0, func(_ *testing.T, _ *program, d *delivery) { d.signature = "v1," })(t, p)
}

func amongOthers(t *testing.T, _ *program, d *delivery) {
	other := signatureOf(t, otherSecret, d.id, d.stamp, d.body)
	d.signature = other + " " + d.signature + " v1,AAAA"
}

func notUnderstood(t *testing.T, p *program) {
	for _, body := range []string{"hello", "{", "7", `"text"`, "", "\xff\xfe", "{} {}"} {
		hooked(202, 1, func(t *testing.T, _ *program, d *delivery) { d.body = body; d.resign(t, hookSecret) })(t, p)
		if event := p.events(t, harbour)[0]; event.Understood && event.Body == body {
			t.Errorf("%q is called understood", body)
		}
	}
	page := p.as(t, administrator).get("/schools/harbour/settings/webhooks").want(t, http.StatusOK)
	if page.page.Find("[data-understood=false]").Length() < 7 {
		t.Error("the page does not say that they were not understood")
	}
}

func idsOfAnotherSchool(t *testing.T, p *program) {
	hooked(202, 1, func(t *testing.T, _ *program, d *delivery) {
		d.body = `{"schoolCode":"LTM-0093","studentSemesterInfoIds":[1,2,3],"attStatus":{"id":2}}`
		d.resign(t, hookSecret)
	})(t, p)
	if calls := p.sandbox.Arrivals(""); len(calls) != 0 {
		t.Errorf("%d saves were sent", len(calls))
	}
}

func cookiesDoNotCount(t *testing.T, p *program) {
	p.takesWebhooks(t)
	v := p.as(t, administrator)
	if a := v.send(http.MethodPost, harbourHook, strings.NewReader(hookBody), "Content-Type", "text/plain"); a.code != http.StatusUnauthorized {
		t.Errorf("an admin's browser is answered %d", a.code)
	}
	hooked(202, 1, func(_ *testing.T, _ *program, d *delivery) {
		d.headers = []string{"Cookie", "rollbook_session=nonsense"}
	})(t, p)
}

// noSuchSchool looks for the same bytes as those of a wrong signature: an address tells
// nobody which schools there are.
func noSuchSchool(t *testing.T, p *program) {
	p.takesWebhooks(t)
	wrong := p.signed(t, "msg_wrong")
	wrong.signature = signatureOf(t, otherSecret, wrong.id, wrong.stamp, wrong.body)
	status, body := p.deliver(t, wrong)
	for _, path := range []string{"/hooks/xyz", "/hooks/HARBOUR", "/hooks/harbour%00", "/hooks/'%20OR%201=1"} {
		d := p.signed(t, "msg_nowhere")
		d.path = path
		if got, text := p.deliver(t, d); got != status || text != body || status != http.StatusUnauthorized {
			t.Errorf("%s answers %d %q, a wrong signature %d %q", path, got, text, status, body)
		}
	}
}

func emptySecret(t *testing.T, _ *program) {
	p := boot(t)
	for _, secret := range []string{"", "whsec_", "whsec_c2hvcnQ=", "not base64!"} {
		if err := p.app.Hooks.AddSecret(t.Context(), harbour, secret); roll.KindOf(err) != roll.Meaningless {
			t.Errorf("the secret %q: %v", secret, err)
		}
	}
	must(t, p.app.Store.AddWebhookSecret(t.Context(), harbour, sealedSecret(p, "")))
	for _, secret := range []string{"", hookSecret} {
		d := p.signed(t, "msg_empty")
		d.resign(t, secret)
		if status, _ := p.deliver(t, d); status != http.StatusUnauthorized {
			t.Errorf("signed with %q it answers %d", secret, status)
		}
	}
	huge := p.signed(t, "msg_huge")
	huge.body = string(bytes.Repeat([]byte("x"), 200<<10))
	if status, _ := p.deliver(t, huge); status != http.StatusRequestEntityTooLarge {
		t.Errorf("200 KiB are answered %d", status)
	}
}
