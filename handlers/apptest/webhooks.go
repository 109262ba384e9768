package apptest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"rollbook/web/roll"
)

// The secrets of the tests, in the school system's form.
const (
	HookSecret  = "whsec_bm9ib2R5IGtub3dzIHRoaXMgc2VjcmV0IQ=="
	OtherSecret = "whsec_YW5vdGhlciBzY2hvb2wncyBvd24gc2VjcmV0"
)

// The address and body of a webhook.
const (
	HarbourHook = "/hooks/harbour"
	HookBody    = `{"type":"students.changed","data":{"id":7}}`
)

// Delivery is a request to the webhook address.
type Delivery struct {
	Path, ID, Stamp, Signature, Body string
	Headers                          []string
}

// SignatureOf signs by Standard Webhooks.
func SignatureOf(t *testing.T, secret, id, stamp, body string) string {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	Must(t, err)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + stamp + "." + body))
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Signed returns a valid delivery with the id.
func (p *Program) Signed(t *testing.T, id string) Delivery {
	t.Helper()
	stamp := strconv.FormatInt(p.App.Clock().Unix(), 10)
	return Delivery{Path: HarbourHook, ID: id, Stamp: stamp, Signature: SignatureOf(t, HookSecret, id, stamp, HookBody),
		Body: HookBody}
}

// Deliver sends a delivery, without any cookie, and returns its answer.
func (p *Program) Deliver(t *testing.T, d Delivery) (status int, body string) {
	t.Helper()
	headers := []string{"Content-Type", "application/json"}
	for name, value := range map[string]string{"webhook-id": d.ID, "webhook-timestamp": d.Stamp,
		"webhook-signature": d.Signature} {
		if value != "" {
			headers = append(headers, name, value)
		}
	}
	got := p.Visit(t).Send(http.MethodPost, d.Path, strings.NewReader(d.Body), append(headers, d.Headers...)...)
	if got.Header.Get("Set-Cookie") != "" {
		t.Error("the answer sets a cookie")
	}
	return got.Code, string(got.Body)
}

// TakesWebhooks gives each school a different secret.
func (p *Program) TakesWebhooks(t *testing.T) {
	t.Helper()
	for school, secret := range map[roll.SchoolID]string{Harbour: HookSecret, Tilleuls: OtherSecret} {
		known, err := p.App.Lists.Hooks.Secrets(t.Context(), school)
		Must(t, err)
		if len(known) == 0 {
			Must(t, p.App.Lists.Hooks.AddSecret(t.Context(), school, secret))
		}
	}
}

// Events returns the events from the school's webhooks.
func (p *Program) Events(t *testing.T, school roll.SchoolID) []roll.WebhookEvent {
	t.Helper()
	events, err := p.App.Lists.Hooks.Events(t.Context(), school)
	Must(t, err)
	return events
}
