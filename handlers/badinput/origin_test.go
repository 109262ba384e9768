package badinput_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// badOrigins are the trials of requests that another site makes a browser send, and of headers that only
// scripts send.
func badOrigins() map[string]trial {
	return map[string]trial{
		"HX-Boosted on full page":         boosted,
		"HX-History-Restore-Request":      restoredAfterSignOut,
		"HX-Target/HX-Trigger XSS":        hostileScriptHeaders,
		"GET with side effects":           readingChangesNothing,
		"framing":                         framed,
		"neither header":                  fromElsewhere(),
		"Origin null":                     fromElsewhere("Origin", "null"),
		"old browser, bad Origin":         fromElsewhere("Origin", "https://evil.example"),
		"cross-site form, modern browser": fromElsewhere("Sec-Fetch-Site", "cross-site"),
		"same-site sibling":               fromElsewhere("Sec-Fetch-Site", "same-site"),
		"Origin suffix trick":             originSuffix,
	}
}

// fromElsewhere presses Save with the headers and without the form's token.
func fromElsewhere(headers ...string) trial {
	return func(t *testing.T, p *apptest.Program) {
		v := p.As(t, apptest.Teacher)
		page := v.Get(apptest.EightB)
		form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
		form.Del("guard")
		headers := append([]string{"Content-Type", "application/x-www-form-urlencoded"}, headers...)
		got := p.Nothing(t, func() apptest.Answer {
			return v.Send(http.MethodPost, apptest.RollPath, strings.NewReader(form.Encode()), headers...)
		}).Want(t, http.StatusForbidden)
		if got.Page.Find("[data-enrolment]").Length() > 0 {
			t.Error("it tells names")
		}
	}
}

func originSuffix(t *testing.T, p *apptest.Program) {
	own := p.Address
	for _, origin := range []string{own + ".evil.example", strings.Replace(own, "http:", "https:", 1), own + "@evil.example", own + "/", strings.Replace(own, "127", "evil.127", 1)} {
		fromElsewhere("Origin", origin)(t, p)
	}
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 4)...)
	v.Send(http.MethodPost, apptest.RollPath, strings.NewReader(form.Encode()), "Content-Type", "application/x-www-form-urlencoded", "Origin", own).Want(t, http.StatusSeeOther)
}

func boosted(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	for _, headers := range [][]string{nil, {"HX-Request", "true", "HX-Boosted", "true"}, {"HX-Request", "true", "HX-History-Restore-Request", "true"}} {
		got := v.Get(apptest.EightB, headers...).Want(t, http.StatusOK)
		if got.Page.Find("html body header").Length() == 0 || len(got.Rows(t)) != apptest.EightBSize {
			t.Errorf("%v: no whole page", headers)
		}
		if vary := strings.Join(got.Header.Values("Vary"), ", "); !strings.Contains(vary, "HX-Request") || got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%v: Vary %s, Cache-Control %s", headers, vary, got.Header.Get("Cache-Control"))
		}
	}
}

func restoredAfterSignOut(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	if config := page.Page.Find("meta[name=htmx-config]").AttrOr("content", ""); !strings.Contains(config, "history:false") {
		t.Errorf("scripts keep pages: %s", config)
	}
	v.Post("/sign-out", nil).Want(t, http.StatusSeeOther)
	got := v.Follow(v.Get(apptest.EightB, "HX-Request", "true", "HX-History-Restore-Request", "true").Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if got.Page.Find("[name=password]").Length() != 1 || strings.Contains(string(got.Body), "O'Neill") {
		t.Errorf("it shows %s", got.Text("body"))
	}
}

func hostileScriptHeaders(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	const hostile = `"><script>alert(1)</script>`
	for _, path := range []string{apptest.EightB, "/nowhere"} {
		got := v.Get(path, "HX-Request", "true", "HX-Target", hostile, "HX-Trigger", hostile, "HX-Current-URL", hostile)
		if strings.Contains(string(got.Body), "alert(1)") {
			t.Errorf("%s gives it back", path)
		}
	}
	got := p.Visit(t).Get(apptest.EightB, "HX-Request", "true", "HX-Current-URL", "https://evil.example/").Want(t, http.StatusUnauthorized)
	if to := got.Header.Get("HX-Redirect"); to != "/sign-in" {
		t.Errorf("it leads to %s", to)
	}
}

func readingChangesNothing(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.OfficeWorker)
	token := v.Takes("Absent", 14)
	for _, path := range []string{apptest.SavesPath + token + "/send", apptest.SavesPath + token + "/by-hand", apptest.SavesPath + token + "/decisions", apptest.ConnectionPath + "/send", "/sign-out"} {
		p.Nothing(t, func() apptest.Answer { return v.Get(path) }).Want(t, http.StatusMethodNotAllowed)
	}
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	p.Nothing(t, func() apptest.Answer { return v.Get(apptest.RollPath + "?" + form.Encode()) }).Want(t, http.StatusOK)
	if !v.SignedIn() {
		t.Error("reading signed out")
	}
}

func framed(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	answers := map[string]apptest.Answer{
		"a page": v.Get(apptest.EightB), "an error": v.Get("/nowhere"), "a refusal": v.Get(apptest.ConnectionPath), "a malformed address": v.Get(apptest.EightB + "&date=x"),
		"a sign-in": p.Visit(t).Get("/sign-in"), "a file": v.Get("/static/nothing.js"), "another origin's": v.Post(apptest.RollPath, nil, "Sec-Fetch-Site", "cross-site"),
	}
	for name, got := range answers {
		if policy := got.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s has the policy %q", name, policy)
		}
	}
}
