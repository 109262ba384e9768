package entry_test

import (
	"net/http"
	"net/url"
	"testing"

	"rollbook/handlers/apptest"
)

func TestTheThemeBelongsToTheDevice(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, elsewhere := p.As(t, apptest.Teacher), p.As(t, apptest.Teacher)
	kept := v.Post("/preferences", url.Values{"theme": {"dark"}, "next": {apptest.EightB}}).Want(t, http.StatusSeeOther)
	if to := kept.Header.Get("Location"); to != apptest.EightB {
		t.Errorf("goes on to %s", to)
	}
	theme := func(v *apptest.Visitor) string {
		return v.Get("/preferences").Want(t, http.StatusOK).Page.Find("html").AttrOr("data-theme", "device")
	}
	if theme(v) != "dark" || theme(elsewhere) != "device" {
		t.Errorf("here %s, elsewhere %s", theme(v), theme(elsewhere))
	}
	v.Post("/preferences", url.Values{"theme": {""}}).Want(t, http.StatusSeeOther)
	if theme(v) != "device" {
		t.Errorf("then %s", theme(v))
	}
}

func TestSingleKeysBelongToThePerson(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, elsewhere := p.As(t, apptest.Teacher), p.As(t, apptest.Teacher)
	form := v.Get("/preferences").Form("main form")
	if form.Get("single_keys") != "on" || !form.Has("theme") {
		t.Errorf("the form starts as %v", form)
	}
	form.Set("single_keys", "off")
	after := v.Follow(v.Post("/preferences", form)).Want(t, http.StatusOK)
	if after.Text("[role=status]") == "" {
		t.Error("it does not say that it is kept")
	}
	if keys := elsewhere.Get("/preferences").Form("main form").Get("single_keys"); keys != "off" {
		t.Errorf("on another device they are %s", keys)
	}
	v.Post("/preferences", url.Values{"theme": {"dark"}}).Want(t, http.StatusSeeOther)
	if keys := v.Get("/preferences").Form("main form").Get("single_keys"); keys != "off" {
		t.Error("a form without the field changed it")
	}
}

func TestWhetherOthersAreSavedIsRememberedForThePerson(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	for i, one := range []struct {
		wanted string
		only   int
	}{{"", 0}, {"false", 1}, {"", 1}, {"nonsense", 1}, {"true", 0}} {
		page := v.Get(apptest.EightB)
		form := page.Press(t, "Absent", page.Enrolments(t, 3+i)...)
		form.Set("others_wanted", one.wanted)
		v.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)
		if only := v.Get(apptest.EightB).Page.Find("#others-choice[data-only]").Length(); only != one.only {
			t.Errorf("after %q, %d boxes stay off by themselves, not %d", one.wanted, only, one.only)
		}
	}
}

func TestPreferencesThatNoPageOffersChangeNothing(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	for _, form := range []url.Values{
		{"theme": {"dark"}, "single_keys": {"maybe"}},
		{"theme": {"purple"}, "single_keys": {"off"}},
	} {
		v.Post("/preferences", form).Want(t, http.StatusUnprocessableEntity)
	}
	v.Post("/preferences", url.Values{"theme": {"dark", "light"}}).Want(t, http.StatusBadRequest)
	page := v.Get("/preferences")
	if form := page.Form("main form"); form.Get("single_keys") != "on" || page.Page.Find("html[data-theme]").Length() > 0 {
		t.Errorf("they are now %v", form)
	}
}

func TestPreferencesComeBackToOwnPagesOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	for _, next := range foreignAddresses() {
		got := v.Post("/preferences", url.Values{"theme": {"dark"}, "next": {next}}).Want(t, http.StatusSeeOther)
		if to := got.Header.Get("Location"); to != "/preferences?said=preferences" {
			t.Errorf("%q leads to %s", next, to)
		}
	}
}

func TestPreferencesNeedASignIn(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.Visit(t)
	if to := v.Get("/preferences").Want(t, http.StatusSeeOther).Header.Get("Location"); to != "/sign-in?next=%2Fpreferences" {
		t.Errorf("leads to %s", to)
	}
	if to := v.Post("/preferences", url.Values{"theme": {"dark"}}).Want(t, http.StatusSeeOther).Header.Get("Location"); to != "/sign-in" {
		t.Errorf("a press leads to %s", to)
	}
}
