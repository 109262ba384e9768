package badinput_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

// badSignIns are the trials of bad inputs on the sign-in page.
func badSignIns() map[string]trial {
	return map[string]trial{
		"open redirect backslash":               leadsHome(`/\evil.example`),
		"open redirect tab":                     leadsHome("/\t/evil.example", "/%09/evil.example"),
		"open redirect scheme-relative":         leadsHome("//evil.example"),
		"open redirect encoded slash":           leadsHome("%2f%2fevil.example", "/%2f%2fevil.example", "/%2fevil.example"),
		"open redirect javascript":              leadsHome("javascript:alert(1)"),
		"login while logged in as other school": otherSchoolMeanwhile,
		"disabled account live session":         disabledMeanwhile,
		"login CSRF":                            signInFromElsewhere,
		"log forging user":                      forgedLogLine,
		"lockout as denial of service":          lockedOutByOthers,
		"10 wrong in a row":                     tenWrong,
		"wrong password":                        wrongPassword,
		"64-char password":                      longPassword,
		"unicode password NFC/NFD":              accentedPassword,
		"1 MB password":                         hugePassword,
		"HTML user echoed":                      hostileName("<img src=x onerror=alert(1)>"),
		"SQL in user":                           hostileName("' OR 1=1--"),
		"header injection user":                 hostileName("a\r\nSet-Cookie:x=1"),
		"leading/trailing space user":           spacedName,
	}
}

// signs sends the sign-in form like its page.
func signs(v *apptest.Visitor, email, password, next string) apptest.Answer {
	v.T.Helper()
	form := v.Get("/sign-in").Form("main form")
	form.Set("email", email)
	form.Set("password", password)
	form.Set("next", next)
	return v.Post("/sign-in", form)
}

func leadsHome(addresses ...string) trial {
	return func(t *testing.T, p *apptest.Program) {
		for _, next := range addresses {
			got := signs(p.Visit(t), apptest.Teacher, apptest.EveryPassword, next).Want(t, http.StatusSeeOther)
			if to := got.Header.Get("Location"); to != "/" {
				t.Errorf("%q leads to %s", next, to)
			}
			v := p.As(t, apptest.Teacher)
			if to := v.Get("/sign-in?next="+url.QueryEscape(next)).Want(t, http.StatusSeeOther).Header.Get("Location"); to != "/" {
				t.Errorf("%q leads whoever is signed in to %s", next, to)
			}
		}
	}
}

func otherSchoolMeanwhile(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	before := v.Cookie("rollbook_session")
	form := v.Get("/preferences").Form("main form")
	form.Set("email", apptest.FrenchTeacher)
	form.Set("password", apptest.EveryPassword)
	v.Post("/sign-in", form).Want(t, http.StatusSeeOther)
	v.Get("/schools/tilleuls").Want(t, http.StatusOK)
	v.Get("/schools/harbour").Want(t, http.StatusNotFound)
	old := p.Visit(t)
	old.SetCookie("rollbook_session", before)
	if old.SignedIn() {
		t.Error("the old session lives on")
	}
}

func disabledMeanwhile(t *testing.T, _ *apptest.Program) {
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	token := v.Takes("Absent", 0)
	apptest.Must(t, p.App.Store.Disable(t.Context(), apptest.Teacher))
	v.Get(apptest.EightB, apptest.ByScript()...).Want(t, http.StatusUnauthorized)
	v.Get(apptest.EightB).Want(t, http.StatusSeeOther)
	if signs(v, apptest.Teacher, apptest.EveryPassword, "").Code == http.StatusSeeOther {
		t.Error("she signs in again")
	}
	p.Sandbox.Heal(apptest.HarbourCode)
	apptest.Must(t, p.App.Store.Resume(t.Context(), apptest.Harbour))
	_, err := p.App.Store.HurryUp(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	p.Settled(t, apptest.Harbour)
	told := p.As(t, apptest.OfficeWorker).Get(apptest.SavesPath+token).Want(t, http.StatusOK)
	told.WantEvents(t, "Anna Lindqvist pressed Save", "has all these marks")
}

func signInFromElsewhere(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	form := url.Values{"email": {apptest.FrenchTeacher}, "password": {apptest.EveryPassword}}
	v.Post("/sign-in", form, "Sec-Fetch-Site", "cross-site").Want(t, http.StatusForbidden)
	v.Get("/schools/harbour").Want(t, http.StatusOK)
}

// logged collects the log of the program.
type logged struct {
	mu    sync.Mutex
	bytes bytes.Buffer
}

func (l *logged) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bytes.Write(line)
}

func (l *logged) lines() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Split(strings.TrimSpace(l.bytes.String()), "\n")
}

func forgedLogLine(t *testing.T, _ *apptest.Program) {
	log := &logged{}
	p := apptest.BootWith(t, apptest.Options{Log: slog.New(slog.NewJSONHandler(log, nil))})
	v := p.Visit(t)
	form := v.Get("/sign-in").Form("main form")
	before := len(log.lines())
	form.Set("email", "x\n{\"level\":\"info\",\"msg\":\"login ok\"}")
	form.Set("password", apptest.EveryPassword)
	v.Post("/sign-in", form).Want(t, http.StatusUnprocessableEntity)
	lines := log.lines()[before:]
	// The refusal, and the request.
	if len(lines) != 2 {
		t.Errorf("it is told in %d records: %q", len(lines), lines)
	}
	for _, line := range lines {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil || record["msg"] == "login ok" {
			t.Errorf("%v: %s", err, line)
		}
	}
}

func lockedOutByOthers(t *testing.T, _ *apptest.Program) {
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	v := p.As(t, apptest.Teacher)
	v.Post("/sign-out", nil).Want(t, http.StatusSeeOther)
	others := p.Visit(t)
	form := others.Get("/sign-in").Form("main form")
	wrong := func(email string) {
		form.Set("email", email)
		form.Set("password", "a wrong password")
		// A busy machine may not get to the try.
		for others.Post("/sign-in", form).Code == http.StatusServiceUnavailable {
		}
	}
	for i := range 200 {
		wrong(apptest.Teacher)
		wrong(fmt.Sprintf("pupil%d@harbour.example", i))
	}
	stranger := p.Visit(t)
	told := signs(stranger, apptest.Teacher, apptest.EveryPassword, "").Want(t, http.StatusTooManyRequests)
	signs(v, apptest.Teacher, apptest.EveryPassword, "").Want(t, http.StatusSeeOther)
	seconds, err := strconv.Atoi(told.Header.Get("Retry-After"))
	if err != nil || seconds > 300 {
		t.Fatalf("a new device waits %d seconds (%v)", seconds, err)
	}
	for range seconds {
		clock.Forward(time.Second)
		wrong(apptest.Teacher)
	}
	signs(stranger, apptest.Teacher, apptest.EveryPassword, "").Want(t, http.StatusSeeOther)
}

func tenWrong(t *testing.T, _ *apptest.Program) {
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	throttled := 0
	for range 10 {
		got := signs(p.Visit(t), apptest.Teacher, "a wrong password", "")
		switch got.Code {
		case http.StatusTooManyRequests:
			throttled++
			if got.Header.Get("Retry-After") == "" {
				t.Error("it does not say how long to wait")
			}
		case http.StatusUnprocessableEntity:
		default:
			t.Fatalf("answers %d", got.Code)
		}
	}
	if throttled < 4 {
		t.Errorf("%d of ten were told to wait", throttled)
	}
	clock.Forward(time.Hour)
	signs(p.Visit(t), apptest.Teacher, apptest.EveryPassword, "").Want(t, http.StatusSeeOther)
}

func wrongPassword(t *testing.T, p *apptest.Program) {
	const unknown = "emma@harbour.example"
	known := signs(p.Visit(t), apptest.OtherTeacher, "a wrong password", "").Want(t, http.StatusUnprocessableEntity)
	nobody := signs(p.Visit(t), unknown, "a wrong password", "").Want(t, http.StatusUnprocessableEntity)
	if a, b := known.Text("main"), nobody.Text("main"); a != b || a == "" {
		t.Errorf("they are told %q and %q", a, b)
	}
	for range 4 {
		signs(p.Visit(t), unknown, "a wrong password", "")
		signs(p.Visit(t), apptest.OtherTeacher, "a wrong password", "")
	}
	known = signs(p.Visit(t), apptest.OtherTeacher, apptest.EveryPassword, "").Want(t, http.StatusTooManyRequests)
	nobody = signs(p.Visit(t), unknown, apptest.EveryPassword, "").Want(t, http.StatusTooManyRequests)
	// The seconds to wait may differ between the two.
	if a, b := known.Text("main"), nobody.Text("main"); withoutDigits(a) != withoutDigits(b) {
		t.Errorf("after five tries they are told %q and %q", a, b)
	}
}

func longPassword(t *testing.T, p *apptest.Program) {
	const email = "long@harbour.example"
	const password = " q7}Zf 2w:Kd@9 xP~mB4 ;uT!e_R6 vJ=c8& hG?n0Y% sL5^o a3|Wz+1 iX$ "
	if len(password) != 64 {
		t.Fatalf("it has %d characters", len(password))
	}
	p.AddTeacher(t, email, password)
	signs(p.Visit(t), email, strings.TrimSpace(password), "").Want(t, http.StatusUnprocessableEntity)
	signs(p.Visit(t), email, password, "").Want(t, http.StatusSeeOther)
}

func accentedPassword(t *testing.T, p *apptest.Program) {
	p.AddTeacher(t, "composed@harbour.example", "un café très long")
	signs(p.Visit(t), "composed@harbour.example", "un cafe\u0301 tre\u0300s long", "").Want(t, http.StatusSeeOther)
	p.AddTeacher(t, "decomposed@harbour.example", "un cafe\u0301 tre\u0300s long")
	signs(p.Visit(t), "decomposed@harbour.example", "un café très long", "").Want(t, http.StatusSeeOther)
}

func hugePassword(t *testing.T, p *apptest.Program) {
	v := p.Visit(t)
	raw(v, "/sign-in", "email="+apptest.Teacher+"&password="+strings.Repeat("a", 1<<20)).Want(t, http.StatusRequestEntityTooLarge)
	raw(v, "/sign-in", "email="+apptest.Teacher+"&password="+strings.Repeat("a", 5<<10)).Want(t, http.StatusRequestEntityTooLarge)
}

// hostileName is answered like any unknown name, and shown as text only.
func hostileName(name string) trial {
	return func(t *testing.T, p *apptest.Program) {
		v := p.Visit(t)
		got := signs(v, name, apptest.EveryPassword, "").Want(t, http.StatusUnprocessableEntity)
		field := got.Page.Find("main [name=email]")
		if want := strings.NewReplacer("\r", "", "\n", "").Replace(name); strings.NewReplacer("\r", "", "\n", "").Replace(field.AttrOr("value", "")) != want {
			t.Errorf("the field holds %q", field.AttrOr("value", ""))
		}
		if got.Page.Find("main img:not([src^='/static/'])").Length() > 0 || got.Header.Values("Set-Cookie") != nil && strings.Contains(fmt.Sprint(got.Header), "x=1") {
			t.Errorf("it comes through: %s", got.Body)
		}
		if text := got.Text("main"); text != signs(v, "nobody@harbour.example", apptest.EveryPassword, "").Text("main") {
			t.Errorf("it is told apart: %s", text)
		}
	}
}

func spacedName(t *testing.T, p *apptest.Program) {
	signs(p.Visit(t), "  "+strings.ToUpper(apptest.Teacher)+" ", apptest.EveryPassword, "").Want(t, http.StatusSeeOther)
	signs(p.Visit(t), apptest.Teacher, " "+apptest.EveryPassword+" ", "").Want(t, http.StatusUnprocessableEntity)
}

func withoutDigits(text string) string {
	return strings.Map(func(letter rune) rune {
		if unicode.IsDigit(letter) {
			return -1
		}
		return letter
	}, text)
}
