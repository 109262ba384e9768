package handlers_test

import (
	"net/http"
	"net/url"
	"testing"
)

func TestTheThemeBelongsToTheDevice(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v, elsewhere := p.as(t, teacher), p.as(t, teacher)
	kept := v.post("/preferences", url.Values{"theme": {"dark"}, "next": {eightB}}).want(t, http.StatusSeeOther)
	if to := kept.header.Get("Location"); to != eightB {
		t.Errorf("goes on to %s", to)
	}
	theme := func(v *visitor) string {
		return v.get("/preferences").want(t, http.StatusOK).page.Find("html").AttrOr("data-theme", "device")
	}
	if theme(v) != "dark" || theme(elsewhere) != "device" {
		t.Errorf("here %s, elsewhere %s", theme(v), theme(elsewhere))
	}
	v.post("/preferences", url.Values{"theme": {""}}).want(t, http.StatusSeeOther)
	if theme(v) != "device" {
		t.Errorf("then %s", theme(v))
	}
}

func TestSingleKeysBelongToThePerson(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v, elsewhere := p.as(t, teacher), p.as(t, teacher)
	form := v.get("/preferences").form("main form")
	if form.Get("single_keys") != "on" || !form.Has("theme") {
		t.Errorf("the form starts as %v", form)
	}
	form.Set("single_keys", "off")
	after := v.follow(v.post("/preferences", form)).want(t, http.StatusOK)
	if after.text("[role=status]") == "" {
		t.Error("it does not say that it is kept")
	}
	if keys := elsewhere.get("/preferences").form("main form").Get("single_keys"); keys != "off" {
		t.Errorf("on another device they are %s", keys)
	}
	v.post("/preferences", url.Values{"theme": {"dark"}}).want(t, http.StatusSeeOther)
	if keys := v.get("/preferences").form("main form").Get("single_keys"); keys != "off" {
		t.Error("a form without the field changed it")
	}
}

func TestEverybodyElseIsRememberedForThePerson(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	chosen := func() int { return v.get(eightB).page.Find("#roll [name=others][checked]").Length() }
	if chosen() != 0 {
		t.Fatal("it is chosen from the start")
	}
	v.post("/preferences", url.Values{"others": {"on"}}).want(t, http.StatusSeeOther)
	if chosen() != 1 {
		t.Error("it is not chosen on the roll")
	}
}

func TestPreferencesThatNoPageOffersChangeNothing(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	for _, form := range []url.Values{
		{"theme": {"dark"}, "single_keys": {"maybe"}},
		{"theme": {"purple"}, "single_keys": {"off"}},
		{"theme": {"dark"}, "others": {"1"}},
	} {
		v.post("/preferences", form).want(t, http.StatusUnprocessableEntity)
	}
	v.post("/preferences", url.Values{"theme": {"dark", "light"}}).want(t, http.StatusBadRequest)
	page := v.get("/preferences")
	if form := page.form("main form"); form.Get("single_keys") != "on" || page.page.Find("html[data-theme]").Length() > 0 {
		t.Errorf("they are now %v", form)
	}
}

func TestPreferencesComeBackToOwnPagesOnly(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	for _, next := range foreignAddresses() {
		got := v.post("/preferences", url.Values{"theme": {"dark"}, "next": {next}}).want(t, http.StatusSeeOther)
		if to := got.header.Get("Location"); to != "/preferences?kept=1" {
			t.Errorf("%q leads to %s", next, to)
		}
	}
}

func TestPreferencesNeedASignIn(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.visit(t)
	if to := v.get("/preferences").want(t, http.StatusSeeOther).header.Get("Location"); to != "/sign-in?next=%2Fpreferences" {
		t.Errorf("leads to %s", to)
	}
	if to := v.post("/preferences", url.Values{"theme": {"dark"}}).want(t, http.StatusSeeOther).header.Get("Location"); to != "/sign-in" {
		t.Errorf("a press leads to %s", to)
	}
}
