package settings_test

import (
	"strings"
	"testing"

	"rollbook/views/examples"
	"rollbook/views/pagetest"
	"rollbook/views/settings"
)

func TestTheFormShowsThePresentSigning(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, settings.Webhooks(examples.Webhooks(pagetest.Base(t), false)))
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
	pagetest.Only(t, document, "form[action='/schools/oak/settings/webhooks/standard']")
	if pagetest.Render(t, settings.Webhooks(examples.Webhooks(pagetest.Base(t), true))).Find("details[open]").Length() != 0 {
		t.Error("what nobody needs to change is unfolded")
	}
}

func TestTheLogMarksDeliveriesThatWereCutOrNotUnderstood(t *testing.T) {
	t.Parallel()
	lines := pagetest.Render(t, settings.Webhooks(examples.Webhooks(pagetest.Base(t), true))).Find("li[data-understood]")
	if text := pagetest.Text(lines.Eq(0)); !strings.Contains(text, "6,144 bytes") || !strings.Contains(text, "There was more.") || strings.Contains(text, "Not understood") {
		t.Errorf("the first line says %q", text)
	}
	if text := pagetest.Text(lines.Eq(1)); !strings.Contains(text, "Not understood.") {
		t.Errorf("the second line says %q", text)
	}
}
