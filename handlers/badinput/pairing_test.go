package badinput_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/identity/session"
	"rollbook/web/roll"
)

// badPairings are the trials of false codes and devices.
func badPairings() map[string]trial {
	return map[string]trial{
		"wrong code":                                   wrongPairingCode,
		"expired code":                                 expiredPairingCode,
		"reused code":                                  reusedPairingCode,
		"code in URL/log":                              pairingCodeInAddress,
		"code for other school":                        codeOfAnotherSchool,
		"remote phishing":                              strangersDevice,
		"device opens other class":                     otherClass,
		"device opens admin/export/reports":            beyondTheDoor,
		"device cookie revoked":                        revokedDevice,
		"device cookie tampered":                       tamperedDevice,
		"device cookie replay after un-pair + re-pair": replayedDevice,
	}
}

// log collects the log of a program.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write appends to it.
func (l *log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// has reports whether one record contains all of these.
func (l *log) has(parts ...string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		found := 0
		for _, part := range parts {
			if strings.Contains(line, part) {
				found++
			}
		}
		if found == len(parts) {
			return true
		}
	}
	return false
}

// overheard starts a program, and returns it with its clock and its log.
func overheard(t *testing.T) (*apptest.Program, *apptest.MovingClock, *log) {
	t.Helper()
	written := new(log)
	clock := apptest.NewMovingClock(apptest.BootHour())
	return apptest.BootWith(t, apptest.Options{Clock: clock.Now, Log: slog.New(slog.NewJSONHandler(written, nil))}), clock, written
}

// wantGeneric expects the answer to any wrong code.
func wantGeneric(t *testing.T, got apptest.Answer) {
	t.Helper()
	if says := got.Want(t, http.StatusNotFound).Text("#pair-problem"); says != "This code does not work. It may be mistyped, expired or used. Ask the office for a new one." {
		t.Errorf("it says %q", says)
	}
}

func wrongPairingCode(t *testing.T, _ *apptest.Program) {
	p, _, written := overheard(t)
	v := p.Visit(t)
	wantGeneric(t, v.Pairs("ABCD2345"))
	if !written.has(`"event":"tablet-pairing-refused"`, `"reason":"wrong code"`) {
		t.Error("it is not logged")
	}
	for range 9 {
		v.Pairs("ABCD2345").Want(t, http.StatusNotFound)
	}
	v.Pairs("ABCD2345").Want(t, http.StatusTooManyRequests)
}

func expiredPairingCode(t *testing.T, _ *apptest.Program) {
	p, clock, _ := overheard(t)
	code := p.PairingCode(t, "Door 12", "8B")
	clock.Forward(roll.PairingLasts)
	wantGeneric(t, p.Visit(t).Pairs(code))
}

func reusedPairingCode(t *testing.T, _ *apptest.Program) {
	p, _, written := overheard(t)
	code := p.PairingCode(t, "Door 12", "8B")
	first, second := p.Visit(t), p.Visit(t)
	first.Pairs(code).Want(t, http.StatusSeeOther)
	wantGeneric(t, second.Pairs(code))
	second.Get("/door").Want(t, http.StatusUnauthorized)
	first.Get("/door").Want(t, http.StatusOK)
	if !written.has(`"event":"tablet-pairing-refused"`, `"reason":"used code"`, `"tablet":`) {
		t.Error("it is not logged")
	}
	if says := p.As(t, apptest.Administrator).Get(apptest.TabletsPath).Text("#tablets .wrong"); !strings.Contains(says, "was tried again") {
		t.Errorf("the admin is told %q", says)
	}
}

func pairingCodeInAddress(t *testing.T, _ *apptest.Program) {
	p, _, written := overheard(t)
	code := p.PairingCode(t, "Door 12", "8B")
	v := p.Visit(t)
	page := v.Get("/pair?code="+code).Want(t, http.StatusOK)
	if bytes.Contains(page.Body, []byte(code)) {
		t.Error("the page repeats it")
	}
	wantGeneric(t, v.Post("/pair?code="+code, page.Form("#ask")))
	v.Pairs(code).Want(t, http.StatusSeeOther)
	if written.has(code) || written.has(code[:4]+" "+code[4:]) {
		t.Error("it is logged")
	}
}

// shows returns a device that shows a code to staff, and the code.
func shows(t *testing.T, p *apptest.Program) (*apptest.Visitor, string) {
	t.Helper()
	v := p.Visit(t)
	page := v.Follow(v.Post("/pair/ask", v.Get("/pair").Form("#ask")))
	return v, page.PairingCode()
}

const approves = apptest.TabletsPath + "/approve"

func codeOfAnotherSchool(t *testing.T, _ *apptest.Program) {
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.FrenchTeacher, apptest.Tilleuls, roll.Admin))
	theirs := p.As(t, apptest.FrenchTeacher)
	own := strings.Replace(approves, "harbour", "tilleuls", 1)
	// A code made by staff cannot be approved.
	theirs.Post(own, url.Values{"code": {p.PairingCode(t, "Door 12", "8B")}}).Want(t, http.StatusNotFound)
	// A code shown by a device belongs to the school that let it in.
	v, code := shows(t, p)
	office := p.As(t, apptest.OfficeWorker)
	form := office.Post(approves, url.Values{"code": {code}}).Form("#decide")
	form.Set("answer", "approve")
	form.Set("name", "Door 13")
	form.Set("class", "8B")
	form.Set("number", v.Get("/pair").Text(".number"))
	office.Post(approves, form).Want(t, http.StatusSeeOther)
	theirs.Post(own, url.Values{"code": {code}}).Want(t, http.StatusNotFound)
	theirs.Post(own, url.Values{"code": {code}, "answer": {"refuse"}}).Want(t, http.StatusNotFound)
	theirs.Post(approves, form).Want(t, http.StatusNotFound)
}

func strangersDevice(t *testing.T, p *apptest.Program) {
	v, code := shows(t, p)
	office := p.As(t, apptest.OfficeWorker)
	page := office.Post(approves, url.Values{"code": {code}}).Want(t, http.StatusOK)
	for _, want := range []string{"127.0.0.1", v.Get("/pair").Text(".number"), "Approve only the tablet before you"} {
		if !strings.Contains(page.Text("main"), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if page.Page.Find("#decide input[name=name]").Length() != 1 || page.Page.Find("#decide input[name=class]").Length() == 0 {
		t.Error("the page does not ask for its name and classes")
	}
	first := page.Page.Find("#decide button").First()
	if first.AttrOr("value", "") != "refuse" {
		t.Error("to let it in is what happens by itself")
	}
	form := page.Form("#decide")
	form.Set("answer", "approve")
	form.Set("name", "Door 12")
	form.Set("class", "8B")
	form.Del("number")
	office.Post(approves, form).Want(t, http.StatusUnprocessableEntity)
	v.Get("/pair/waiting").Want(t, http.StatusNoContent)
}

func otherClass(t *testing.T, p *apptest.Program) {
	tablet := p.Tablet(t, "Door 12", "8B")
	for _, path := range []string{"/door", apptest.RollPath, apptest.RollPath + "/statuses", apptest.RollPath + "/events"} {
		tablet.Get(path+"?class=9A").Want(t, http.StatusNotFound)
	}
}

func beyondTheDoor(t *testing.T, p *apptest.Program) {
	tablet := p.Tablet(t, "Door 12", "8B")
	student := p.As(t, apptest.Teacher).Get(apptest.EightB).Enrolments(t, 0)[0]
	for _, path := range []string{
		"", "/settings", "/settings/tablets", "/settings/people", "/day", "/students?q=a", "/month", "/exports", "/exports/marks.csv", "/exports/marks.xlsx", "/evacuation",
		"/reminders", "/connection", "/covers", "/students/" + student + "/history", "/students/" + student + "/month", "/students/" + student + "/days",
	} {
		tablet.Get("/schools/harbour"+path).Want(t, http.StatusForbidden)
	}
}

func revokedDevice(t *testing.T, p *apptest.Program) {
	tablet := p.Tablet(t, "Hall", "8B")
	p.As(t, apptest.OfficeWorker).ToTablet("Hall", "revoke").Want(t, http.StatusSeeOther)
	got := tablet.Get(apptest.EightB).Want(t, http.StatusUnauthorized)
	if !strings.Contains(got.Text(".notice"), "This tablet was removed") || got.Page.Find("#pair").Length() != 1 {
		t.Errorf("it says %q", got.Text("main"))
	}
}

func tamperedDevice(t *testing.T, _ *apptest.Program) {
	p, _, written := overheard(t)
	p.Tablet(t, "Door 13", "9A")
	tablet := p.Tablet(t, "Door 12", "8B")
	good := tablet.Cookie("rollbook_tablet")
	bent := []byte(good)
	bent[len(bent)/2] ^= 1
	// With another server's key a pass with another id or version cannot be made.
	list, err := p.App.Store.Tablets(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	forged := forgedPass(t, session.TabletPass{ID: list[1].ID, Version: 1})
	for what, value := range map[string]string{"another byte": string(bent), "forged": forged, "nonsense": "x", "none": ""} {
		v := p.Visit(t)
		v.SetCookie("rollbook_tablet", value)
		got := v.Get("/door").Want(t, http.StatusUnauthorized)
		if cookies := strings.Join(got.Header["Set-Cookie"], "; "); !strings.Contains(cookies, "rollbook_tablet=;") {
			t.Errorf("%s: the cookie stays: %s", what, cookies)
		}
	}
	if !written.has(`"event":"tablet-refused"`, `"reason":"tampered"`) {
		t.Error("it is not logged")
	}
	tablet.Get("/door").Want(t, http.StatusOK)
}

// forgedPass returns a pass signed with a foreign key.
func forgedPass(t *testing.T, pass session.TabletPass) string {
	t.Helper()
	answer := httptest.NewRecorder()
	apptest.Must(t, session.NewTablets(session.ScopeOf(nil), bytes.Repeat([]byte{7}, 32)).Save(answer, pass))
	return answer.Result().Cookies()[0].Value
}

func replayedDevice(t *testing.T, p *apptest.Program) {
	tablet, office := p.Tablet(t, "Gym", "8B"), p.As(t, apptest.OfficeWorker)
	old := tablet.Cookie("rollbook_tablet")
	office.ToTablet("Gym", "revoke").Want(t, http.StatusSeeOther)
	other := p.Visit(t)
	other.Pairs(office.ToTablet("Gym", "code").Want(t, http.StatusOK).PairingCode()).Want(t, http.StatusSeeOther)
	tablet.SetCookie("rollbook_tablet", old)
	tablet.Get("/door").Want(t, http.StatusUnauthorized)
	other.Get("/door").Want(t, http.StatusOK)
}
