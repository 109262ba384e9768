package sso_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// A person without a password is never asked for one.
func TestAPersonOfTheProviderSetsAPINSoonAfterSigningIn(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	f := newFake(t)
	sets(t, p, f.URL)
	f.claims = func(said map[string]any) { said["auth_time"] = clock.Now().Unix() }
	v := p.Visit(t)
	f.signsIn(v, start).Want(t, http.StatusSeeOther)
	page := v.Get("/account")
	if page.Page.Find("[name=current]").Length() != 0 || !strings.Contains(page.Text("main"), "account of your school") {
		t.Errorf("the account asks for a password: %s", page.Text("main"))
	}
	form := page.Form("#pin")
	form.Set("pin", "90417352")
	clock.Forward(16 * time.Minute)
	if a := v.Post("/account/pin", form).Want(t, http.StatusUnprocessableEntity); !strings.Contains(a.Text("#pin-problem"), "Sign out and in again") {
		t.Errorf("much later it answers %q", a.Text("#pin-problem"))
	}
	f.signsIn(v, start).Want(t, http.StatusSeeOther)
	v.Post("/account/pin", form).Want(t, http.StatusSeeOther)
	v.Post("/account/pin/remove", form).Want(t, http.StatusSeeOther)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.Teacher, apptest.Tilleuls, roll.Teacher))
	if a := v.Post("/account/pin", form).Want(t, http.StatusUnprocessableEntity); !strings.Contains(a.Text("#pin-problem"), "several schools") {
		t.Errorf("a person of another school gets %q", a.Text("#pin-problem"))
	}
}

func TestASessionOfTheProviderShowsAndChangesNoSessionOfAnotherSchool(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.Teacher, apptest.Tilleuls, roll.Teacher))
	sets(t, p, f.URL)
	p.As(t, apptest.Teacher)
	v := p.Visit(t)
	f.signsIn(v, start).Want(t, http.StatusSeeOther)
	if sessions := v.Get("/account").Page.Find("#sessions li").Length(); sessions != 1 {
		t.Errorf("%d sessions are shown", sessions)
	}
	// A new password leaves the session as narrow as it was.
	form := url.Values{"current": {apptest.EveryPassword}, "password": {apptest.NewPassword}}
	v.Post("/account/password", form).Want(t, http.StatusSeeOther)
	v.Get(apptest.EightB).Want(t, http.StatusOK)
	v.Get("/schools/tilleuls").Want(t, http.StatusNotFound)
}

func TestASignInWithoutATimeConfirmsNothing(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL)
	f.claims = groups(apptest.Administrator)
	v := p.As(t, apptest.Administrator)
	f.signsIn(v, start).Want(t, http.StatusSeeOther)
	v.Get(page).Want(t, http.StatusSeeOther)
}

func TestAnAdminsAccountIsLinkedOnlyAfterItsPassword(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	f := newFake(t)
	sets(t, p, f.URL, byGroups()...)
	f.claims = groups(apptest.Administrator, "it")
	late := p.As(t, apptest.Administrator)
	clock.Forward(16 * time.Minute)
	for name, v := range map[string]*apptest.Visitor{
		"a stranger": p.Visit(t), "a teacher": p.As(t, apptest.Teacher), "an admin of long ago": late,
	} {
		before := v.SignedIn()
		a := f.signsIn(v, start).Want(t, http.StatusForbidden)
		if !strings.Contains(a.Text("#provider-problem"), "Sign in with its password first") || v.SignedIn() != before {
			t.Errorf("%s gets %q", name, a.Text("#provider-problem"))
		}
	}
	v := p.As(t, apptest.Administrator)
	f.signsIn(v, v.Get(page).Address("#link a")).Want(t, http.StatusSeeOther)
	// Once linked, the provider is enough.
	f.signsIn(p.Visit(t), start).Want(t, http.StatusSeeOther)
}

func TestAnAdminOfTheProviderIsAskedAgainThere(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	f := newFake(t)
	sets(t, p, f.URL, byGroups()...)
	said := groups(apptest.Administrator, "it")
	proved := func(at time.Time) func(map[string]any) {
		return func(claims map[string]any) {
			said(claims)
			claims["auth_time"] = at.Unix()
		}
	}
	f.claims = proved(clock.Now())
	v := p.As(t, apptest.Administrator)
	f.signsIn(v, start).Want(t, http.StatusSeeOther)
	v.Get(page).Want(t, http.StatusOK)
	clock.Forward(16 * time.Minute)
	confirm := v.Get(v.Get(page).Want(t, http.StatusSeeOther).Leads()).Want(t, http.StatusOK)
	again := confirm.Address("a.primary")
	if confirm.Page.Find("[name=current]").Length() != 0 || begins(t, v, again).Query().Get("prompt") != "login" {
		t.Errorf("it asks: %s, at %s", confirm.Text("main"), again)
	}
	for name, stale := range map[string]func(map[string]any){"an hour ago": proved(apptest.BootHour()), "nothing": said} {
		f.claims = stale
		a := f.signsIn(v, again).Want(t, http.StatusForbidden)
		if !strings.Contains(a.Text("#provider-problem"), "did not confirm") {
			t.Errorf("a provider that says %s gets %q", name, a.Text("#provider-problem"))
		}
		v.Get(page).Want(t, http.StatusSeeOther)
	}
	f.claims = proved(clock.Now())
	f.signsIn(v, again).Want(t, http.StatusSeeOther)
	v.Get(page).Want(t, http.StatusOK)
	// What proves a person in all schools is not for one school's provider.
	for _, address := range []string{"/factors", "/factors/app", "/factors/passkey"} {
		v.Get(address).Want(t, http.StatusForbidden)
	}
	v.Post("/factors/passkey/made", nil).Want(t, http.StatusForbidden)
	v.Post("/factors/of/x/remove", nil).Want(t, http.StatusForbidden)
}
