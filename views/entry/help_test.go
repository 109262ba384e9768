package entry_test

import (
	"strings"
	"testing"

	"rollbook/views/entry"
	"rollbook/views/examples"
	"rollbook/views/pagetest"
	"rollbook/web/language"
	"rollbook/web/roll"
)

func TestTheHelpShowsItsTopics(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, entry.Help(examples.Help(pagetest.Base(t), "keys")))
	pagetest.Only(t, document, "article#keys")
	if links := document.Find(".topics a"); links.Length() != len(language.Topics()) || links.Filter("[aria-current=page]").AttrOr("href", "") != "/help/keys" {
		t.Errorf("%d topics", links.Length())
	}
	commands := pagetest.Render(t, entry.Help(examples.Help(pagetest.Base(t), "connect"))).Find("pre").First().Text()
	if !strings.HasPrefix(commands, "rollbook school add --slug oak") || strings.Contains(commands, "$") {
		t.Errorf("the command reads %q", commands)
	}
}

func TestPreferencesShowTheirValues(t *testing.T) {
	t.Parallel()
	v := &entry.PreferencesView{Page: examples.As(pagetest.Base(t), roll.Teacher), Email: "k@oak.example"}
	v.Theme, v.Person.SingleKeys = "dark", false
	document := pagetest.Render(t, entry.Preferences(v))
	for name, want := range map[string]string{"theme": "dark", "single_keys": "off"} {
		if got := document.Find("main [name="+name+"][checked]").AttrOr("value", "none"); got != want {
			t.Errorf("%s is %s", name, got)
		}
	}
	pagetest.Only(t, document, `main form[action="/sign-out"]`)
	if document.Find("[role=status]").Length() != 0 {
		t.Error("says that something was kept")
	}
}
