package handlers_test

import (
	"net/http"
	"strings"
	"testing"
)

// badOrigins are requests that another site has a browser make, and headers that
// only scripts send.
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
	return func(t *testing.T, p *program) {
		v := p.as(t, teacher)
		page := v.get(eightB)
		form := page.press(t, "Absent", page.enrolments(t, 3)...)
		form.Del("guard")
		headers := append([]string{"Content-Type", "application/x-www-form-urlencoded"}, headers...)
		got := p.nothing(t, func() answer {
			return v.send(http.MethodPost, rollPath, strings.NewReader(form.Encode()), headers...)
		}).want(t, http.StatusForbidden)
		if got.page.Find("[data-enrolment]").Length() > 0 {
			t.Error("it tells names")
		}
	}
}

func originSuffix(t *testing.T, p *program) {
	own := p.address
	for _, origin := range []string{own + ".evil.example", strings.Replace(own, "http:", "https:", 1), own + "@evil.example", own + "/", strings.Replace(own, "127", "evil.127", 1)} {
		fromElsewhere("Origin", origin)(t, p)
	}
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 4)...)
	v.send(http.MethodPost, rollPath, strings.NewReader(form.Encode()), "Content-Type", "application/x-www-form-urlencoded", "Origin", own).want(t, http.StatusSeeOther)
}

func boosted(t *testing.T, p *program) {
	v := p.as(t, teacher)
	for _, headers := range [][]string{nil, {"HX-Request", "true", "HX-Boosted", "true"}, {"HX-Request", "true", "HX-History-Restore-Request", "true"}} {
		got := v.get(eightB, headers...).want(t, http.StatusOK)
		if got.page.Find("html body header").Length() == 0 || len(got.rows(t)) != eightBSize {
			t.Errorf("%v: no whole page", headers)
		}
		if vary := strings.Join(got.header.Values("Vary"), ", "); !strings.Contains(vary, "HX-Request") || got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%v: Vary %s, Cache-Control %s", headers, vary, got.header.Get("Cache-Control"))
		}
	}
}

func restoredAfterSignOut(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	if config := page.page.Find("meta[name=htmx-config]").AttrOr("content", ""); !strings.Contains(config, "history:false") {
		t.Errorf("scripts keep pages: %s", config)
	}
	v.post("/sign-out", nil).want(t, http.StatusSeeOther)
	got := v.follow(v.get(eightB, "HX-Request", "true", "HX-History-Restore-Request", "true").want(t, http.StatusSeeOther)).want(t, http.StatusOK)
	if got.page.Find("[name=password]").Length() != 1 || strings.Contains(string(got.body), "O'Neill") {
		t.Errorf("it shows %s", got.text("body"))
	}
}

func hostileScriptHeaders(t *testing.T, p *program) {
	v := p.as(t, teacher)
	const hostile = `"><script>alert(1)</script>`
	for _, path := range []string{eightB, "/nowhere"} {
		got := v.get(path, "HX-Request", "true", "HX-Target", hostile, "HX-Trigger", hostile, "HX-Current-URL", hostile)
		if strings.Contains(string(got.body), "alert(1)") {
			t.Errorf("%s gives it back", path)
		}
	}
	got := p.visit(t).get(eightB, "HX-Request", "true", "HX-Current-URL", "https://evil.example/").want(t, http.StatusUnauthorized)
	if to := got.header.Get("HX-Redirect"); to != "/sign-in" {
		t.Errorf("it leads to %s", to)
	}
}

func readingChangesNothing(t *testing.T, p *program) {
	v := p.as(t, officeWorker)
	token := v.takes("Absent", 14)
	for _, path := range []string{savesPath + token + "/send", savesPath + token + "/by-hand", savesPath + token + "/decisions", connectionPath + "/send", "/sign-out", "/schools/harbour/period"} {
		p.nothing(t, func() answer { return v.get(path) }).want(t, http.StatusMethodNotAllowed)
	}
	page := v.get(eightB)
	form := page.press(t, "Absent", page.enrolments(t, 3)...)
	p.nothing(t, func() answer { return v.get(rollPath + "?" + form.Encode()) }).want(t, http.StatusOK)
	if !v.signedIn() {
		t.Error("reading signed out")
	}
}

func framed(t *testing.T, p *program) {
	v := p.as(t, teacher)
	answers := map[string]answer{
		"a page": v.get(eightB), "an error": v.get("/nowhere"), "a refusal": v.get(connectionPath), "a malformed address": v.get(eightB + "&date=x"),
		"a sign-in": p.visit(t).get("/sign-in"), "a file": v.get("/static/nothing.js"), "another origin's": v.post(rollPath, nil, "Sec-Fetch-Site", "cross-site"),
	}
	for name, got := range answers {
		if policy := got.header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s has the policy %q", name, policy)
		}
	}
}
