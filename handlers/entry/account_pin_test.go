package entry_test

import (
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/identity/pins"
)

// setsPIN fills in the form of the person's PIN.
func setsPIN(v *apptest.Visitor, current, pin string) apptest.Answer {
	v.T.Helper()
	form := v.Get("/account").Want(v.T, http.StatusOK).Form("#pin")
	form.Set("current", current)
	form.Set("pin", pin)
	return v.Post("/account/pin", form)
}

// takesPIN reports whether a tablet of the school accepts the PIN of the teacher.
func takesPIN(t *testing.T, p *apptest.Program, pin string) bool {
	t.Helper()
	_, err := p.App.Identity.PINs.Verify(t.Context(), pins.Tablet{ID: "door", School: apptest.Harbour}, apptest.NameOf(apptest.Teacher), pin)
	return err == nil
}

func TestAPersonSetsAndRemovesTheirPIN(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get("/account").Want(t, http.StatusOK)
	if says := page.Text("#pin"); !strings.Contains(says, "You have none yet.") || strings.Contains(says, "Remove") {
		t.Errorf("before, it says %q", says)
	}
	field := page.Page.Find("#pin [name=pin]")
	if field.AttrOr("inputmode", "") != "numeric" || field.AttrOr("autocomplete", "") != "off" || field.AttrOr("type", "text") != "text" {
		t.Error("a browser would keep the PIN, or shows no digits to type it with")
	}
	after := v.Follow(setsPIN(v, apptest.EveryPassword, "7306").Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if says := after.Text(".notice[role=status]"); says != "Your PIN is set. It works on the tablets of your school." {
		t.Errorf("it says %q", says)
	}
	if says := after.Text("#pin"); !strings.Contains(says, "You have had one since Thu 19 Nov 08:30.") || !takesPIN(t, p, "7306") || !v.SignedIn() {
		t.Errorf("set, it says %q", says)
	}
	form := after.Form("#pin")
	form.Set("current", apptest.EveryPassword)
	after = v.Follow(v.Post("/account/pin/remove", form).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if says := after.Text(".notice[role=status]"); says != "Your PIN is removed." || takesPIN(t, p, "7306") {
		t.Errorf("removed, it says %q", says)
	}
}

func TestAPINIsNotChangedWithoutThePasswordOrForAnEasyOne(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	setsPIN(v, apptest.EveryPassword, "7306").Want(t, http.StatusSeeOther)
	for pin, why := range map[string]string{
		"73": "A PIN is 4 to 8 digits. Nothing has changed.", "seven": "A PIN is 4 to 8 digits. Nothing has changed.",
		"1234": "That PIN is easy to guess. Avoid years, repeats and sequences such as 2468.",
	} {
		got := setsPIN(v, apptest.EveryPassword, pin).Want(t, http.StatusUnprocessableEntity)
		if says := got.Text("#pin [role=alert]"); says != why || got.Page.Find("#pin [name=pin]").AttrOr("value", "") != "" || got.Page.Find("#pin [name=pin][aria-invalid]").Length() != 1 {
			t.Errorf("%s: %q", pin, says)
		}
	}
	v.Post("/account/pin", url.Values{"current": {"x", "y"}, "pin": {"9041"}}).Want(t, http.StatusBadRequest)
	for range 4 {
		got := setsPIN(v, "not the one", "9041").Want(t, http.StatusUnprocessableEntity)
		if says := got.Text("#pin [role=alert]"); says != "That is not the current password. Nothing has changed." || got.Page.Find("#pin [name=current][aria-invalid]").Length() != 1 {
			t.Errorf("with a wrong password: %q", says)
		}
	}
	v.Post("/account/pin/remove", url.Values{"current": {"not the one"}}).Want(t, http.StatusUnprocessableEntity)
	got := setsPIN(v, apptest.EveryPassword, "9041").Want(t, http.StatusTooManyRequests)
	if says := got.Text("#pin [role=alert]"); !strings.HasPrefix(says, "Too many tries. Wait ") {
		t.Errorf("after five: %q", says)
	}
	if !takesPIN(t, p, "7306") || takesPIN(t, p, "9041") {
		t.Error("the PIN has changed")
	}
}

func TestACoverHasNoPIN(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	ines := p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Ines Okoro")
	for _, address := range []string{"/account/pin", "/account/pin/remove"} {
		ines.Post(address, url.Values{"current": {apptest.EveryPassword}, "pin": {"7306"}}).Want(t, http.StatusForbidden)
	}
}

func TestNeitherTheLogNorTheDatabaseHasAPIN(t *testing.T) {
	t.Parallel()
	var log logText
	logger := slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	p := apptest.BootWith(t, apptest.Options{Log: logger})
	v := p.As(t, apptest.Teacher)
	setsPIN(v, apptest.EveryPassword, "73064815").Want(t, http.StatusSeeOther)
	if takesPIN(t, p, "94815730") || !takesPIN(t, p, "73064815") {
		t.Error("the PIN is another one")
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	apptest.Must(t, p.App.Store.Backup(t.Context(), copied))
	p.Stop()
	content, err := os.ReadFile(copied)
	apptest.Must(t, err)
	for _, pin := range []string{"73064815", "94815730"} {
		if strings.Contains(log.String(), pin) || strings.Contains(string(content), pin) {
			t.Errorf("%s is in the log or in the database", pin)
		}
	}
	for _, event := range []string{`"event":"pin-set"`, `"event":"pin-refused"`} {
		if !strings.Contains(log.String(), event) {
			t.Errorf("the log has no %s", event)
		}
	}
}

func TestAForgottenPasswordEndsThePINToo(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.SetPINs(t)
	v := p.Visit(t)
	link := passwordLink(t, p, apptest.Teacher)
	if says := v.Get(link).Text("main"); !strings.Contains(says, "removes your PIN for tablets") || !takesPIN(t, p, apptest.TeacherPIN) {
		t.Errorf("the link says %q", says)
	}
	opensLink(v, link, "", apptest.NewPassword).Want(t, http.StatusSeeOther)
	if takesPIN(t, p, apptest.TeacherPIN) || !strings.Contains(v.Get("/account").Text("#pin"), "You have none yet.") {
		t.Error("the PIN stays after a link for a new password")
	}
	apptest.Must(t, p.App.Identity.PINs.Set(t.Context(), apptest.Teacher, apptest.TeacherPIN))
	changesPassword(v, apptest.NewPassword, apptest.EveryPassword).Want(t, http.StatusSeeOther)
	if !takesPIN(t, p, apptest.TeacherPIN) {
		t.Error("whoever knows their password loses the PIN by changing it")
	}
	apptest.Must(t, p.App.Identity.People.SetPassword(t.Context(), apptest.Teacher, apptest.NewPassword))
	if takesPIN(t, p, apptest.TeacherPIN) {
		t.Error("the PIN stays after a password that the operator set")
	}
}
