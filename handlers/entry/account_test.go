package entry_test

import (
	"bufio"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// changesPassword fills in the form of the person's account.
func changesPassword(v *apptest.Visitor, current, password string) apptest.Answer {
	v.T.Helper()
	form := v.Get("/account").Want(v.T, http.StatusOK).Form("#password")
	form.Set("current", current)
	form.Set("password", password)
	return v.Post("/account/password", form)
}

// follows opens the stream of the roll; the returned function waits until the stream has ended.
func follows(t *testing.T, v *apptest.Visitor) (ended func()) {
	t.Helper()
	limited, stop := context.WithTimeout(t.Context(), apptest.Patience)
	t.Cleanup(stop)
	r, err := http.NewRequestWithContext(limited, http.MethodGet, v.Address+apptest.RollPath+"/events?class=8B&date="+apptest.Today, nil)
	apptest.Must(t, err)
	stream, err := v.Client.Do(r)
	apptest.Must(t, err)
	t.Cleanup(func() { apptest.Must(t, stream.Body.Close()) })
	if stream.StatusCode != http.StatusOK {
		t.Fatalf("the stream answers %d", stream.StatusCode)
	}
	return func() {
		t.Helper()
		lines := bufio.NewScanner(stream.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			continue
		}
		apptest.Must(t, lines.Err())
	}
}

func TestANewPasswordSignsThePersonOutEverywhereElse(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	desk, phone := p.As(t, apptest.Teacher), p.As(t, apptest.Teacher)
	ended := follows(t, phone)
	before := desk.Cookie("rollbook_session")
	after := desk.Follow(changesPassword(desk, apptest.EveryPassword, apptest.NewPassword).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if says := after.Text("[role=status]"); !strings.Contains(says, "signed out everywhere else") {
		t.Errorf("it says %q", says)
	}
	if lines := after.Page.Find("#sessions > li").Length(); lines != 1 || desk.Cookie("rollbook_session") == before {
		t.Errorf("%d sign-ins are listed, or the session is the same", lines)
	}
	if phone.SignedIn() || !desk.SignedIn() {
		t.Error("not the others alone are signed out")
	}
	ended()
	desk.SetCookie("rollbook_session", before)
	if desk.SignedIn() {
		t.Error("the session of before is good")
	}
	p.Visit(t).SignsIn(apptest.Teacher, apptest.EveryPassword).Want(t, http.StatusUnprocessableEntity)
	p.Visit(t).SignsIn(apptest.Teacher, apptest.NewPassword).Want(t, http.StatusSeeOther)
	p.As(t, apptest.OtherTeacher)
}

func TestAPasswordIsNotChangedWithoutTheCurrentOneOrForABadOne(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get("/account")
	for name, want := range map[string]string{"current": "current-password", "password": "new-password"} {
		field := page.Page.Find("#password [name=" + name + "]")
		if field.AttrOr("autocomplete", "") != want || field.AttrOr("maxlength", "none") != "none" || field.AttrOr("pattern", "none") != "none" {
			t.Errorf("the field %s does not welcome password managers", name)
		}
	}
	for password, why := range map[string]string{
		"so-so, 14 long":           "15 characters or more",
		"passwordpassword":         "easy to guess",
		"Anna Lindqvist 2026":      "easy to guess",
		"HSS-4471 Harbour Harbour": "easy to guess",
	} {
		got := changesPassword(v, apptest.EveryPassword, password).Want(t, http.StatusUnprocessableEntity)
		if says := got.Text("[role=alert]"); !strings.Contains(says, why) || strings.Contains(string(got.Body), password) {
			t.Errorf("%q: %q", password, says)
		}
	}
	for range 5 {
		if says := changesPassword(v, "not the one", apptest.NewPassword).Want(t, http.StatusUnprocessableEntity).Text("[role=alert]"); !strings.Contains(says, "not the current password") {
			t.Errorf("with a wrong one: %q", says)
		}
	}
	changesPassword(v, apptest.EveryPassword, apptest.NewPassword).Want(t, http.StatusTooManyRequests)
	if !v.SignedIn() || p.RoleOf(t, apptest.Teacher, apptest.Harbour) != roll.Teacher {
		t.Error("something has changed")
	}
}

func TestAPersonSignsOutSomewhereElse(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	desk, phone, tom := p.As(t, apptest.Teacher), p.As(t, apptest.Teacher), p.As(t, apptest.OtherTeacher)
	ended := follows(t, phone)
	page := desk.Get("/account").Want(t, http.StatusOK)
	if says := page.Text("#sessions > li:first-child"); !strings.Contains(says, "Here") || page.Page.Find("#sessions > li").Length() != 2 || page.Page.Find("#sessions form").Length() != 1 {
		t.Errorf("listed are %q", page.Text("#sessions"))
	}
	tom.Post(page.Address("#sessions form"), nil).Want(t, http.StatusSeeOther)
	phone.Get("/account").Want(t, http.StatusOK)
	after := desk.Follow(desk.Post(page.Address("#sessions form"), page.Form("#sessions form")).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if after.Page.Find("#sessions > li").Length() != 1 || phone.SignedIn() || !desk.SignedIn() || !tom.SignedIn() {
		t.Error("not that sign-in alone is over")
	}
	ended()
}

func TestACoverHasNoAccount(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	ines := p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Ines Okoro")
	ines.Get("/account").Want(t, http.StatusForbidden)
	ines.Post("/account/password", url.Values{"current": {apptest.EveryPassword}, "password": {apptest.NewPassword}}).Want(t, http.StatusForbidden)
	if ines.CoverRoll().Page.Find(".menu a[href='/preferences']").Length() != 0 || p.As(t, apptest.Teacher).Get(apptest.EightB).Page.Find(".menu a[href='/preferences']").Length() != 1 {
		t.Error("the menu leads to the page of whoever has no account, or not of who has one")
	}
	if ines.Get("/preferences").Page.Find("a[href='/account']").Length() != 0 || p.As(t, apptest.Teacher).Get("/preferences").Page.Find("a[href='/account']").Length() != 1 {
		t.Error("the preferences lead to the account of whoever has none, or not of who has one")
	}
}

func TestASignInIsListedWithTheBrowserAndTheDevice(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.Visit(t)
	form := v.Get("/sign-in").Want(t, http.StatusOK).Form("main form")
	form.Set("email", apptest.Teacher)
	form.Set("password", apptest.EveryPassword)
	v.Post("/sign-in", form, "User-Agent", "Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36").Want(t, http.StatusSeeOther)
	p.Visit(t).SignsIn(apptest.Teacher, apptest.EveryPassword).Want(t, http.StatusSeeOther)
	sessions := v.Get("/account").Want(t, http.StatusOK).Page.Find("#sessions b").Map(func(_ int, name *goquery.Selection) string { return name.Text() })
	if want := []string{"Chrome on Chromebook", "A browser"}; !slices.Equal(sessions, want) {
		t.Errorf("the sign-ins are listed as %q, want %q", sessions, want)
	}
}
