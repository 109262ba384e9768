package handlers_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"rollbook/web/roll"
)

// badSessions are bad cookies, and sessions whose person has changed.
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

// cookie is what the browser has under the name.
func (v *visitor) cookie(name string) string {
	v.t.Helper()
	address, err := url.Parse(v.address)
	must(v.t, err)
	for _, cookie := range v.client.Jar.Cookies(address) {
		if cookie.Name == name {
			return cookie.Value
		}
	}
	v.t.Fatalf("there is no cookie %s", name)
	return ""
}

func (v *visitor) setCookie(name, value string) {
	v.t.Helper()
	address, err := url.Parse(v.address)
	must(v.t, err)
	v.client.Jar.SetCookies(address, []*http.Cookie{{Name: name, Value: value, Path: "/"}})
}

func roleLowered(t *testing.T, _ *program) {
	p := boot(t)
	v := p.as(t, administrator)
	v.get(connectionPath).want(t, http.StatusOK)
	must(t, p.app.Store.Join(t.Context(), administrator, harbour, roll.Teacher))
	v.get(connectionPath).want(t, http.StatusForbidden)
	v.post(connectionPath+"/send", nil).want(t, http.StatusForbidden)
}

func tokenOfAnotherSession(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 3)...)
	form.Set("guard", p.as(t, otherTeacher).get(eightB).form("#roll").Get("guard"))
	bare := []string{"Content-Type", "application/x-www-form-urlencoded"}
	p.nothing(t, func() answer {
		return v.send(http.MethodPost, rollPath, strings.NewReader(form.Encode()), bare...)
	}).want(t, http.StatusForbidden)
}

func twoSessionCookies(t *testing.T, p *program) {
	own, theirs := p.as(t, teacher).cookie("rollbook_session"), p.as(t, otherTeacher).cookie("rollbook_session")
	both := "rollbook_session=" + own + "; rollbook_session=" + theirs
	p.visit(t).get(eightB, "Cookie", both).want(t, http.StatusSeeOther)
	p.visit(t).get(eightB, "Cookie", "rollbook_session="+own).want(t, http.StatusOK)
}

func guessedCookie(t *testing.T, p *program) {
	v := p.visit(t)
	const guess = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
	v.setCookie("rollbook_session", guess)
	v.get(eightB).want(t, http.StatusSeeOther)
	v.signs(teacher, everyPassword, "").want(t, http.StatusSeeOther)
	if v.cookie("rollbook_session") == guess {
		t.Error("the guess has become a session")
	}
}

// plainHTTP is a program whose public address is https, asked by plain http.
func plainHTTP(t *testing.T, _ *program) {
	p := bootSecure(t)
	secure := p.asked(http.MethodGet, "/sign-in", "", "X-Forwarded-Proto", "https")
	if secure.Code != http.StatusPermanentRedirect || secure.Header().Get("Location") != "https://rollbook.example/sign-in" {
		t.Errorf("GET answers %d to %s", secure.Code, secure.Header().Get("Location"))
	}
	form := url.Values{"email": {teacher}, "password": {everyPassword}}.Encode()
	posted := p.asked(http.MethodPost, "/sign-in", form, "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin")
	if posted.Code != http.StatusForbidden || posted.Header().Get("Set-Cookie") != "" {
		t.Errorf("POST answers %d with %v", posted.Code, posted.Header())
	}
}

func bootSecure(t *testing.T) *program {
	t.Helper()
	public, err := url.Parse("https://rollbook.example")
	must(t, err)
	return bootWith(t, clockFrom(bootHour()), nil, public, slog.New(slog.DiscardHandler))
}

// asked is the answer to a request for the public host by plain http.
func (p *program) asked(method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://rollbook.example"+path, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	p.app.Handler().ServeHTTP(recorder, r)
	return recorder
}

func passwordChanged(t *testing.T, _ *program) {
	p := boot(t)
	v, elsewhere := p.as(t, teacher), p.as(t, teacher)
	must(t, p.app.SetPassword(t.Context(), teacher, "another pony eats pears"))
	if v.signedIn() || elsewhere.signedIn() {
		t.Error("a session lives on")
	}
	v.signs(teacher, everyPassword, "").want(t, http.StatusUnprocessableEntity)
	v.signs(teacher, "another pony eats pears", "").want(t, http.StatusSeeOther)
}

func noCookie(t *testing.T, p *program) {
	v := p.visit(t)
	for _, path := range []string{eightB, "/preferences", "/schools", connectionPath, savesPath + "x", historyPath + "1/history"} {
		plain := v.get(path).want(t, http.StatusSeeOther)
		if to := plain.header.Get("Location"); to != "/sign-in?next="+url.QueryEscape(path) {
			t.Errorf("%s leads to %s", path, to)
		}
		script := v.get(path, "HX-Request", "true", "HX-Current-URL", v.address+path).want(t, http.StatusUnauthorized)
		if to := script.header.Get("HX-Redirect"); to != "/sign-in?next="+url.QueryEscape(path) {
			t.Errorf("%s leads a script to %s", path, to)
		}
	}
}
