package views_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/roll"
)

func TestTheConnectionSaysSinceWhenWhyAndWhatWaits(t *testing.T) {
	t.Parallel()
	document := render(t, views.Connection(connection(t, true)))
	text := said(document.Find("main"))
	for _, want := range []string{
		"It has not accepted the school's key since 08:31.", "Invalid API credentials", "42 marks wait, the oldest since 08:31.",
		"Send all 4 marks now", "8B: 3 students as Absent", "For Thu 20 Nov · J. Rivera · kept here since 08:31",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("does not say %q: %s", want, text)
		}
	}
	only(t, document, `main form[action="/schools/oak/connection/send"] button`)
	addresses := document.Find("main button[formaction]").Map(func(_ int, b *goquery.Selection) string { return b.AttrOr("formaction", "") })
	if len(addresses) != 4 || addresses[3] != "/schools/oak/saves/t2/by-hand" {
		t.Errorf("single saves lead to %v", addresses)
	}
}

func TestAGoodConnectionOffersNothingToPress(t *testing.T) {
	t.Parallel()
	document := render(t, views.Connection(connection(t, false)))
	if document.Find("main button, main a").Length() != 0 {
		t.Error("there is something to press")
	}
	if text := said(document.Find("main")); !strings.Contains(text, "It answers, last at 08:31.") || !strings.Contains(text, "Nothing has stopped.") {
		t.Errorf("says %q", text)
	}
}

func TestAConnectionNeverCheckedIsNotCalledGood(t *testing.T) {
	t.Parallel()
	for _, light := range []*part.Light{nil, {State: part.NotChecked}} {
		v := connection(t, false)
		v.Light = light
		if text := said(render(t, views.Connection(v)).Find("main")); !strings.Contains(text, "Not checked yet.") {
			t.Errorf("says %q", text)
		}
	}
}

func TestTheListForPaperNamesEveryMark(t *testing.T) {
	t.Parallel()
	document := render(t, views.Waiting(waiting(t)))
	if rows := document.Find(".paper li"); rows.Length() != 3 || said(rows.Eq(1)) != "Zofia Jankowska Late 08:44 J. Rivera, 08:45" {
		t.Errorf("%d rows, the second %q", rows.Length(), said(rows.Eq(1)))
	}
	empty := waiting(t)
	empty.Groups = nil
	if text := said(render(t, views.Waiting(empty)).Find("main")); !strings.Contains(text, "Every mark is in the school system.") {
		t.Errorf("says %q", text)
	}
}

func TestAProblemSaysWhatHappenedAndWhatToDo(t *testing.T) {
	t.Parallel()
	told := map[string]int{}
	for _, code := range []int{400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429, 500, 503} {
		v := problem(t, code)
		document, fragment := render(t, views.Problem(v)), bytesOf(t, views.ProblemFragment(v))
		what := said(document.Find("h1"))
		if other, twice := told[what]; twice || what == "" {
			t.Errorf("%d says the same as %d: %q", code, other, what)
		}
		told[what] = code
		if strings.Contains(string(fragment), "<html") || !strings.Contains(said(render(t, views.ProblemFragment(v)).Find("body")), what) {
			t.Errorf("%d: the fragment is %s", code, fragment)
		}
	}
	if len(told) != 14 {
		t.Errorf("%d kinds of problems", len(told))
	}
}

func heading(t *testing.T, code int) string {
	t.Helper()
	return said(render(t, views.Problem(&views.ProblemView{Page: stranger(t), Code: code})).Find("h1"))
}

func TestAProblemWithoutWordsOfItsOwnUsesThoseOfItsClass(t *testing.T) {
	t.Parallel()
	for code, like := range map[int]int{418: 400, 499: 400, 502: 500, 599: 500, 0: 500} {
		if got, want := heading(t, code), heading(t, like); got != want {
			t.Errorf("%d says %q", code, got)
		}
	}
}

func TestOnlyAnInternalErrorHasANumber(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]bool{500: true, 404: false} {
		text := fmt.Sprint(said(render(t, views.Problem(problem(t, code))).Find("main")))
		if strings.Contains(text, "01JD4Z7Q") != want {
			t.Errorf("%d says %q", code, text)
		}
	}
}

func TestTheHelpShowsItsTopics(t *testing.T) {
	t.Parallel()
	document := render(t, views.Help(help(t, "keys")))
	only(t, document, "article#keys")
	if links := document.Find(".topics a"); links.Length() != len(language.Topics()) || links.Filter("[aria-current=page]").AttrOr("href", "") != "/help/keys" {
		t.Errorf("%d topics", links.Length())
	}
	commands := render(t, views.Help(help(t, "connect"))).Find("pre").First().Text()
	if !strings.HasPrefix(commands, "rollbook school add --slug oak") || strings.Contains(commands, "$") {
		t.Errorf("the command reads %q", commands)
	}
}

func TestPreferencesShowWhatIsSet(t *testing.T) {
	t.Parallel()
	v := &views.PreferencesView{Page: as(t, roll.Teacher), Email: "k@oak.example"}
	v.Theme, v.Person.SingleKeys = "dark", false
	document := render(t, views.Preferences(v))
	for name, want := range map[string]string{"theme": "dark", "single_keys": "off"} {
		if got := document.Find("main [name="+name+"][checked]").AttrOr("value", "none"); got != want {
			t.Errorf("%s is %s", name, got)
		}
	}
	only(t, document, `main form[action="/sign-out"]`)
	if document.Find("[role=status]").Length() != 0 {
		t.Error("says that something was kept")
	}
}
