package entry_test

import (
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// sentences are the starts of the answers about a password, while it is typed.
func sentences() map[string]string {
	return map[string]string{
		"": "15 characters or more: a few", "so-so, 14 long": "That password is too short", strings.Repeat("a", 1025): "That password is too long",
		"passwordpassword": "That password is easy to guess", "Harbour Street School 1": "That password is easy to guess",
		apptest.NewPassword: "That is a good password",
	}
}

// typesPassword sends the password as the form's script does: to the address that the field names.
func typesPassword(t *testing.T, v *apptest.Visitor, page apptest.Answer, form url.Values, password string) apptest.Answer {
	t.Helper()
	field := page.Page.Find("[autocomplete=new-password]")
	address, exists := field.Attr("hx-post")
	if said := page.Page.Find(field.AttrOr("hx-target", "none")); !exists || said.AttrOr("role", "") != "status" {
		t.Fatalf("no sentence stands below the field: %s", page.Text("main"))
	}
	if field.AttrOr("hx-vals", "") != `{"current":""}` {
		t.Error("the current password is sent too")
	}
	form = maps.Clone(form)
	form.Set("current", "")
	form.Set("password", password)
	return v.Post(address, form, apptest.ByScript()...)
}

func TestANewPasswordIsJudgedWhileItIsTypedAsAtThePress(t *testing.T) {
	t.Parallel()
	var log logText
	p := apptest.BootWith(t, apptest.Options{Log: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	anna, nia := p.As(t, apptest.Teacher), p.Visit(t)
	account, link := anna.Get("/account"), invitationLink(t, p, "Nia Obi", newcomer, roll.Teacher)
	invited := nia.Get(link)
	for password, want := range sentences() {
		for _, got := range []apptest.Answer{
			typesPassword(t, anna, account, account.Form("#password"), password), typesPassword(t, nia, invited, invited.Form("main form"), password),
		} {
			got.Want(t, http.StatusOK)
			if says := string(got.Body); !strings.HasPrefix(says, want) || strings.Contains(says, "<") || got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("of %.30q it says %.200q", password, says)
			}
		}
	}
	for v, guess := range map[*apptest.Visitor]string{anna: "Anna Lindqvist 2026", nia: "Nia Obi Nia Obi 1"} {
		page := map[*apptest.Visitor]apptest.Answer{anna: account, nia: invited}[v]
		form := page.Form(map[*apptest.Visitor]string{anna: "#password", nia: "main form"}[v])
		if says := string(typesPassword(t, v, page, form, guess).Want(t, http.StatusOK).Body); !strings.Contains(says, "easy to guess") {
			t.Errorf("of a name it says %q", says)
		}
	}
	nia.Get(link).Want(t, http.StatusOK)
	p.As(t, apptest.Teacher)
	if text := log.String(); strings.Contains(text, "passwordpassword") || strings.Contains(text, apptest.NewPassword) {
		t.Error("the log has a password")
	}
}

func TestAPasswordIsJudgedOnlyOnAPageThatSetsOne(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	form := url.Values{"password": {apptest.NewPassword}}
	p.Visit(t).Post("/account/password/strength", form, apptest.ByScript()...).Want(t, http.StatusUnauthorized)
	p.Visit(t).Post("/link/nonsense/strength", form, apptest.ByScript()...).Want(t, http.StatusNotFound)
	link := invitationLink(t, p, "Nia Obi", newcomer, roll.Teacher)
	opensLink(p.Visit(t), link, "Nia Obi", apptest.NewPassword).Want(t, http.StatusSeeOther)
	p.Visit(t).Post(link+"/strength", form, apptest.ByScript()...).Want(t, http.StatusGone)
}

func TestPasswordsAreJudged300TimesInTenMinutes(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, codes := p.As(t, apptest.Teacher), make(map[int]int)
	links := []string{invitationLink(t, p, "Nia Obi", newcomer, roll.Teacher), invitationLink(t, p, "Omar Zed", "omar@harbour.example", roll.Teacher)}
	for range 301 {
		codes[v.Post("/account/password/strength", url.Values{"password": {"short"}}, apptest.ByScript()...).Code]++
	}
	if !maps.Equal(codes, map[int]int{http.StatusOK: 300, http.StatusTooManyRequests: 1}) {
		t.Errorf("the answers are %v", codes)
	}
	nia := p.Visit(t)
	for range 301 {
		codes[nia.Post(links[0]+"/strength", url.Values{"password": {"short"}}, apptest.ByScript()...).Code]++
	}
	if codes[http.StatusOK] != 600 || nia.Post(links[1]+"/strength", url.Values{"password": {"short"}}, apptest.ByScript()...).Code != http.StatusOK {
		t.Errorf("after 301 more at a link the answers are %v, or another link is refused", codes)
	}
	// The press works without it.
	changesPassword(v, apptest.EveryPassword, apptest.NewPassword).Want(t, http.StatusSeeOther)
}

func TestTheFirstAdminsPasswordIsJudgedWhileItIsTyped(t *testing.T) {
	t.Parallel()
	p, link := apptest.BootEmpty(t, nil)
	v := p.Visit(t)
	page := v.Get(link).Want(t, http.StatusOK)
	form := page.Form("main form")
	form.Set("name", "Ines Ferreira")
	for _, password := range []string{"Ines Ferreira Ines", apptest.NewPassword} {
		good := strings.HasPrefix(string(typesPassword(t, v, page, form, password).Want(t, http.StatusOK).Body), "That is a good password")
		if good != (password == apptest.NewPassword) {
			t.Errorf("%q is good: %v", password, good)
		}
	}
	v.Get("/sign-in").Want(t, http.StatusServiceUnavailable)
}
