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

func TestAnAdminOfTheProviderIsAskedAgainThere(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	f := newFake(t)
	sets(t, p, f.URL, byGroups()...)
	said := groups(apptest.Administrator, "it")
	f.claims = said
	v := p.Visit(t)
	f.signsIn(v, start).Want(t, http.StatusSeeOther)
	v.Get(page).Want(t, http.StatusOK)
	clock.Forward(16 * time.Minute)
	confirm := v.Get(v.Get(page).Want(t, http.StatusSeeOther).Leads()).Want(t, http.StatusOK)
	again := confirm.Address("a.primary")
	if confirm.Page.Find("[name=current]").Length() != 0 || begins(t, v, again).Query().Get("prompt") != "login" {
		t.Errorf("it asks: %s, at %s", confirm.Text("main"), again)
	}
	for at, want := range map[time.Time]int{apptest.BootHour(): http.StatusSeeOther, clock.Now(): http.StatusOK} {
		f.claims = func(claims map[string]any) {
			said(claims)
			claims["auth_time"] = at.Unix()
		}
		f.signsIn(v, again).Want(t, http.StatusSeeOther)
		if a := v.Get(page); a.Code != want {
			t.Errorf("who proved it at %s gets %d", at.Format(time.TimeOnly), a.Code)
		}
	}
	// What proves a person in all schools is not for one school's provider.
	for _, address := range []string{"/factors", "/factors/app", "/factors/passkey"} {
		v.Get(address).Want(t, http.StatusForbidden)
	}
	v.Post("/factors/passkey/made", nil).Want(t, http.StatusForbidden)
	v.Post("/factors/of/x/remove", nil).Want(t, http.StatusForbidden)
}
