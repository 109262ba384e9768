package badinput_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/edge/settings"
	"rollbook/web/roll"
)

// badSessions are the trials of bad cookies, and of sessions whose person has changed.
func badSessions() map[string]trial {
	return map[string]trial{
		"role lowered":                  roleLowered,
		"CSRF token from other session": tokenOfAnotherSession,
		"two session cookies":           twoSessionCookies,
		"other user's id guess":         guessedCookie,
		"cookie from http":              plainHTTP,
		"password change":               passwordChanged,
		"no cookie":                     noCookie,
	}
}

func roleLowered(t *testing.T, _ *apptest.Program) {
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	v.Get(apptest.ConnectionPath).Want(t, http.StatusOK)
	// A school always has an admin.
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.OfficeWorker, apptest.Harbour, roll.Admin))
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.Administrator, apptest.Harbour, roll.Teacher))
	v.Get(apptest.ConnectionPath).Want(t, http.StatusForbidden)
	v.Post(apptest.ConnectionPath+"/send", nil).Want(t, http.StatusForbidden)
}

func tokenOfAnotherSession(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	form.Set("guard", p.As(t, apptest.OtherTeacher).Get(apptest.EightB).Form("#roll").Get("guard"))
	bare := []string{"Content-Type", "application/x-www-form-urlencoded"}
	p.Nothing(t, func() apptest.Answer {
		return v.Send(http.MethodPost, apptest.RollPath, strings.NewReader(form.Encode()), bare...)
	}).Want(t, http.StatusForbidden)
}

func twoSessionCookies(t *testing.T, p *apptest.Program) {
	own, theirs := p.As(t, apptest.Teacher).Cookie("rollbook_session"), p.As(t, apptest.OtherTeacher).Cookie("rollbook_session")
	both := "rollbook_session=" + own + "; rollbook_session=" + theirs
	p.Visit(t).Get(apptest.EightB, "Cookie", both).Want(t, http.StatusSeeOther)
	p.Visit(t).Get(apptest.EightB, "Cookie", "rollbook_session="+own).Want(t, http.StatusOK)
}

func guessedCookie(t *testing.T, p *apptest.Program) {
	v := p.Visit(t)
	const guess = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
	v.SetCookie("rollbook_session", guess)
	v.Get(apptest.EightB).Want(t, http.StatusSeeOther)
	signs(v, apptest.Teacher, apptest.EveryPassword, "").Want(t, http.StatusSeeOther)
	if v.Cookie("rollbook_session") == guess {
		t.Error("the guess has become a session")
	}
}

// plainHTTP sends plain http to a program whose public address is https.
func plainHTTP(t *testing.T, _ *apptest.Program) {
	p := bootSecure(t)
	secure := overHTTP(p, http.MethodGet, "/sign-in", "", "X-Forwarded-Proto", "https")
	if secure.Code != http.StatusPermanentRedirect || secure.Header().Get("Location") != "https://rollbook.example/sign-in" {
		t.Errorf("GET answers %d to %s", secure.Code, secure.Header().Get("Location"))
	}
	form := url.Values{"email": {apptest.Teacher}, "password": {apptest.EveryPassword}}.Encode()
	posted := overHTTP(p, http.MethodPost, "/sign-in", form, "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin")
	if posted.Code != http.StatusForbidden || posted.Header().Get("Set-Cookie") != "" {
		t.Errorf("POST answers %d with %v", posted.Code, posted.Header())
	}
}

func bootSecure(t *testing.T) *apptest.Program {
	t.Helper()
	public, err := url.Parse("https://rollbook.example")
	apptest.Must(t, err)
	return apptest.BootWith(t, apptest.Options{Config: func(c *settings.Config) { c.Public = public }})
}

func passwordChanged(t *testing.T, _ *apptest.Program) {
	p := apptest.Boot(t)
	v, elsewhere := p.As(t, apptest.Teacher), p.As(t, apptest.Teacher)
	apptest.Must(t, p.App.Identity.People.SetPassword(t.Context(), apptest.Teacher, "another pony eats pears"))
	if v.SignedIn() || elsewhere.SignedIn() {
		t.Error("a session lives on")
	}
	signs(v, apptest.Teacher, apptest.EveryPassword, "").Want(t, http.StatusUnprocessableEntity)
	signs(v, apptest.Teacher, "another pony eats pears", "").Want(t, http.StatusSeeOther)
}

func noCookie(t *testing.T, p *apptest.Program) {
	v := p.Visit(t)
	for _, path := range []string{apptest.EightB, "/preferences", "/schools", apptest.ConnectionPath, apptest.SavesPath + "x", apptest.HistoryPath + "1/history"} {
		plain := v.Get(path).Want(t, http.StatusSeeOther)
		if to := plain.Header.Get("Location"); to != "/sign-in?next="+url.QueryEscape(path) {
			t.Errorf("%s leads to %s", path, to)
		}
		script := v.Get(path, "HX-Request", "true", "HX-Current-URL", v.Address+path).Want(t, http.StatusUnauthorized)
		if to := script.Header.Get("HX-Redirect"); to != "/sign-in?next="+url.QueryEscape(path) {
			t.Errorf("%s leads a script to %s", path, to)
		}
	}
}
