package entry_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/views/entry"
	"rollbook/views/examples"
	"rollbook/views/pagetest"
	"rollbook/views/taking"
)

func TestSignInWorksWithPasswordManagers(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, entry.SignIn(examples.SignIn(pagetest.Base(t), "")))
	form := pagetest.Only(t, document, `main form[method=post][action="/sign-in"]`)
	if form.Find("input[name=email][autocomplete~=username]").Length() != 1 ||
		form.Find("input[name=password][type=password][autocomplete=current-password]").Length() != 1 {
		t.Error("e-mail or password is not marked as such")
	}
	if next := form.Find("[name=next]").AttrOr("value", ""); next != "/schools/oak/roll?class=8B" {
		t.Errorf("goes on to %q", next)
	}
	if document.Find("[role=alert]").Length() != 0 {
		t.Error("complains before anything was tried")
	}
}

func TestSignInShowsTheReasonOfARefusal(t *testing.T) {
	t.Parallel()
	for problem, want := range map[entry.SignInProblem]string{
		entry.SignInWrong:   "do not belong together",
		entry.SignInTooMany: "Wait 1 minute, then try again.",
		entry.SignInExpired: "your ticks, and an absence that you entered, are kept",
		entry.SignInBusy:    "Try again in a moment",
		entry.SignInPasskey: "was not accepted",
		entry.SignInManaged: "no longer opens your school", entry.SignInFound: "the button below",
		entry.SignInNoProvider: "accepts accounts of this address", entry.SignInNoAddress: "address first",
	} {
		document := pagetest.Render(t, entry.SignIn(examples.SignIn(pagetest.Base(t), problem)))
		if got := pagetest.Text(pagetest.Only(t, document, "[role=alert]")); !strings.Contains(got, want) {
			t.Errorf("%s: %q", problem, got)
		}
		if document.Find("input[name=password]").AttrOr("value", "") != "" || document.Find("input[name=email]").AttrOr("value", "") == "" {
			t.Errorf("%s: the e-mail is not kept, or the password is", problem)
		}
	}
}

func TestTheDemonstrationAsksForNothingButOnePress(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, entry.DemoDoor(examples.DemoDoor(pagetest.Base(t))))
	if document.Find("main input:not([type=hidden])").Length() != 0 {
		t.Error("something has to be typed")
	}
	choices := document.Find(`main form[action="/demo/enter"] button[name=person]`)
	want := []string{"teacher@oak.example", "office@oak.example", "admin@oak.example"}
	if choices.Length() != len(want) {
		t.Fatalf("%d choices", choices.Length())
	}
	choices.Each(func(i int, choice *goquery.Selection) {
		if choice.AttrOr("value", "") != want[i] {
			t.Errorf("choice %d is %s", i, choice.AttrOr("value", ""))
		}
	})
	if text := pagetest.Text(document.Find("main")); !strings.Contains(text, "8B") || !strings.Contains(text, "Nothing you do here leaves this computer") {
		t.Errorf("says %q", text)
	}
}

func TestTheDemonstrationsBarBreaksAndHeals(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, taking.Home(examples.DemoHome(pagetest.Base(t))))
	faults := document.Find(`.demo form[action="/demo/faults"] button[name=fault]`)
	got := faults.Map(func(_ int, button *goquery.Selection) string { return button.AttrOr("value", "") })
	if strings.Join(got, " ") != "slow lost down key others class none" {
		t.Errorf("offers %v", got)
	}
	if pressed := faults.Filter("[aria-pressed=true]"); pressed.AttrOr("value", "") != "slow" {
		t.Errorf("shows %q as on", pressed.AttrOr("value", ""))
	}
	if next := document.Find(".demo [name=next]").AttrOr("value", ""); next != "/schools/oak" {
		t.Errorf("comes back to %q", next)
	}
	if pagetest.Render(t, taking.Home(examples.Home(pagetest.Base(t)))).Find(".demo").Length() != 0 {
		t.Error("stands outside the demonstration too")
	}
}

func TestAPersonWithoutASchoolLearnsWhomToAsk(t *testing.T) {
	t.Parallel()
	if text := pagetest.Text(pagetest.Render(t, entry.Schools(examples.Schools(pagetest.Base(t), false))).Find("main")); !strings.Contains(text, "administrator") {
		t.Errorf("says %q", text)
	}
	links := pagetest.Render(t, entry.Schools(examples.Schools(pagetest.Base(t), true))).Find("main a").Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("href", "") })
	if strings.Join(links, " ") != "/schools/oak /schools/elm/day" {
		t.Errorf("leads to %v", links)
	}
}
