package settings_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/views/examples"
	"rollbook/views/pagetest"
	"rollbook/views/settings"
)

func TestEveryKeyHasItsPurposeAndItsActions(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, settings.SchoolKeys(examples.SchoolKeys(pagetest.Base(t))))
	rows := document.Find("main li[data-key]")
	for i, want := range []struct {
		says    string
		actions []string
	}{
		{"Since Thu 20 Nov 08:31. Last used about Thu 20 Nov 08:31.", []string{"test"}},
		{"Tested Thu 20 Nov 08:41: accepted.", []string{"test", "use", "remove"}},
		{"Remove it in the school system, then here.", []string{"test", "use", "remove"}},
	} {
		row := rows.Eq(i)
		if !strings.Contains(pagetest.Text(row), want.says) {
			t.Errorf("line %d says %q", i, pagetest.Text(row))
		}
		actions := row.Find("button").Map(func(_ int, b *goquery.Selection) string { return b.AttrOr("formaction", "") })
		if len(actions) != len(want.actions) {
			t.Fatalf("line %d offers %v", i, actions)
		}
		for j, action := range actions {
			if !strings.HasPrefix(action, "/schools/oak/settings/keys/") || !strings.HasSuffix(action, "/"+want.actions[j]) {
				t.Errorf("line %d leads to %s", i, action)
			}
		}
	}
	if field := document.Find("input[name=key]"); field.AttrOr("type", "") != "password" || field.AttrOr("value", "") != "" {
		t.Error("the field is not one to write only")
	}
}
