package views_test

import (
	"strings"
	"testing"

	"rollbook/views"
	"rollbook/web/roll"
)

// webhooks is the page with two secrets and three reports, standard or not.
func webhooks(t testing.TB, standard bool) *views.WebhooksView {
	t.Helper()
	v := &views.WebhooksView{
		Page: as(t, roll.Admin), Receiver: "https://roll.oak.example/hooks/oak", Signing: roll.StandardWebhooks(), Standard: standard,
		Secrets: []views.WebhookSecret{{ID: "a", LastFour: "Fq8=", Since: "Thu 20 Nov 08:31"}, {ID: "b", LastFour: "x0Q=", Since: "Thu 20 Nov 08:40"}},
		Events: []views.WebhookEvent{
			{When: "Thu 20 Nov 08:44", Size: "6,144", Body: `{"type":"students.changed","data":{"id":7}}`, Cut: true, Understood: true},
			{When: "Thu 20 Nov 08:43", Size: "5", Body: "hello"},
		},
	}
	if !standard {
		v.Signing.Signed, v.Signing.Separator = roll.SignedTimeBody, ""
	}
	return v
}

func TestTheSigningStandsInTheFormAsItIs(t *testing.T) {
	t.Parallel()
	document := render(t, views.Webhooks(webhooks(t, false)))
	for name, want := range map[string]string{"signed": "time.body", "separator": "none", "algorithm": "sha256", "encoding": "base64", "secret": "base64"} {
		if got := document.Find("select[name="+name+"] option[selected]").AttrOr("value", ""); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	for name, want := range map[string]string{"header": "webhook-signature", "prefix": "v1,", "time_header": "webhook-timestamp", "id_header": "webhook-id", "tolerance": "5"} {
		if got := document.Find("input[name="+name+"]").AttrOr("value", ""); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	only(t, document, "form[action='/schools/oak/settings/webhooks/standard']")
	if render(t, views.Webhooks(webhooks(t, true))).Find("details[open]").Length() != 0 {
		t.Error("what nobody needs to change is unfolded")
	}
}

func TestTheLogSaysWhatWasNotUnderstoodAndWhatWasCut(t *testing.T) {
	t.Parallel()
	lines := render(t, views.Webhooks(webhooks(t, true))).Find("li[data-understood]")
	if text := said(lines.Eq(0)); !strings.Contains(text, "6,144 bytes") || !strings.Contains(text, "There was more.") || strings.Contains(text, "Not understood") {
		t.Errorf("the first line says %q", text)
	}
	if text := said(lines.Eq(1)); !strings.Contains(text, "Not understood. Nothing was done about it.") {
		t.Errorf("the second line says %q", text)
	}
}
