package handlers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

// badSignIns are bad inputs of the sign-in page.
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

// signs sends the sign-in form, as it comes from the page.
func (v *visitor) signs(email, password, next string) answer {
	v.t.Helper()
	form := v.get("/sign-in").form("main form")
	form.Set("email", email)
	form.Set("password", password)
	form.Set("next", next)
	return v.post("/sign-in", form)
}

// signedIn tells whether somebody is.
func (v *visitor) signedIn() bool {
	v.t.Helper()
	return v.get("/preferences").code == http.StatusOK
}

func leadsHome(addresses ...string) trial {
	return func(t *testing.T, p *program) {
		for _, next := range addresses {
			got := p.visit(t).signs(teacher, everyPassword, next).want(t, http.StatusSeeOther)
			if to := got.header.Get("Location"); to != "/" {
				t.Errorf("%q leads to %s", next, to)
			}
			v := p.as(t, teacher)
			if to := v.get("/sign-in?next="+url.QueryEscape(next)).want(t, http.StatusSeeOther).header.Get("Location"); to != "/" {
				t.Errorf("%q leads whoever is signed in to %s", next, to)
			}
		}
	}
}

func otherSchoolMeanwhile(t *testing.T, p *program) {
	v := p.as(t, teacher)
	before := v.cookie("rollbook_session")
	form := v.get("/preferences").form("main form")
	form.Set("email", frenchTeacher)
	form.Set("password", everyPassword)
	v.post("/sign-in", form).want(t, http.StatusSeeOther)
	v.get("/schools/tilleuls").want(t, http.StatusOK)
	v.get("/schools/harbour").want(t, http.StatusNotFound)
	old := p.visit(t)
	old.setCookie("rollbook_session", before)
	if old.signedIn() {
		t.Error("the old session lives on")
	}
}

func disabledMeanwhile(t *testing.T, _ *program) {
	p := boot(t)
	v := p.as(t, teacher)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	token := v.takes("Absent", 0)
	must(t, p.app.Store.Disable(t.Context(), teacher))
	v.get(eightB, byScript()...).want(t, http.StatusUnauthorized)
	v.get(eightB).want(t, http.StatusSeeOther)
	if v.signs(teacher, everyPassword, "").code == http.StatusSeeOther {
		t.Error("she signs in again")
	}
	p.sandbox.Heal(harbourCode)
	must(t, p.app.Store.Resume(t.Context(), harbour))
	must(t, p.app.Store.HurryUp(t.Context(), harbour))
	p.quiet(t)
	told := p.as(t, officeWorker).get(savesPath+token).want(t, http.StatusOK)
	told.wantTold(t, "Anna Lindqvist pressed Save", "has all marks")
}

func signInFromElsewhere(t *testing.T, p *program) {
	v := p.as(t, teacher)
	form := url.Values{"email": {frenchTeacher}, "password": {everyPassword}}
	v.post("/sign-in", form, "Sec-Fetch-Site", "cross-site").want(t, http.StatusForbidden)
	v.get("/schools/harbour").want(t, http.StatusOK)
}

// logged collects what the program logs.
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

func forgedLogLine(t *testing.T, _ *program) {
	log := &logged{}
	p := bootWith(t, clockFrom(bootHour()), nil, nil, slog.New(slog.NewJSONHandler(log, nil)))
	v := p.visit(t)
	form := v.get("/sign-in").form("main form")
	before := len(log.lines())
	form.Set("email", "x\n{\"level\":\"info\",\"msg\":\"login ok\"}")
	form.Set("password", everyPassword)
	v.post("/sign-in", form).want(t, http.StatusUnprocessableEntity)
	lines := log.lines()[before:]
	if len(lines) != 1 {
		t.Errorf("it is told in %d records: %q", len(lines), lines)
	}
	for _, line := range lines {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil || record["msg"] == "login ok" {
			t.Errorf("%v: %s", err, line)
		}
	}
}

func lockedOutByOthers(t *testing.T, _ *program) {
	p := boot(t)
	v := p.as(t, teacher)
	v.post("/sign-out", nil).want(t, http.StatusSeeOther)
	for range 20 {
		p.visit(t).signs(teacher, "a wrong password", "")
	}
	p.visit(t).signs(teacher, everyPassword, "").want(t, http.StatusTooManyRequests)
	v.signs(teacher, everyPassword, "").want(t, http.StatusSeeOther)
}

func tenWrong(t *testing.T, _ *program) {
	clock := newMovingClock(bootHour())
	p := bootAt(t, clock.now)
	throttled := 0
	for range 10 {
		got := p.visit(t).signs(teacher, "a wrong password", "")
		switch got.code {
		case http.StatusTooManyRequests:
			throttled++
			if got.header.Get("Retry-After") == "" {
				t.Error("it does not say how long to wait")
			}
		case http.StatusUnprocessableEntity:
		default:
			t.Fatalf("answers %d", got.code)
		}
	}
	if throttled < 4 {
		t.Errorf("%d of ten were told to wait", throttled)
	}
	clock.forward(time.Hour)
	p.visit(t).signs(teacher, everyPassword, "").want(t, http.StatusSeeOther)
}

func wrongPassword(t *testing.T, p *program) {
	const unknown = "emma@harbour.example"
	known := p.visit(t).signs(otherTeacher, "a wrong password", "").want(t, http.StatusUnprocessableEntity)
	nobody := p.visit(t).signs(unknown, "a wrong password", "").want(t, http.StatusUnprocessableEntity)
	if a, b := known.text("main"), nobody.text("main"); a != b || a == "" {
		t.Errorf("they are told %q and %q", a, b)
	}
	for range 4 {
		p.visit(t).signs(unknown, "a wrong password", "")
		p.visit(t).signs(otherTeacher, "a wrong password", "")
	}
	known = p.visit(t).signs(otherTeacher, everyPassword, "").want(t, http.StatusTooManyRequests)
	nobody = p.visit(t).signs(unknown, everyPassword, "").want(t, http.StatusTooManyRequests)
	// The seconds run on between the two.
	if a, b := known.text("main"), nobody.text("main"); withoutDigits(a) != withoutDigits(b) {
		t.Errorf("after five tries they are told %q and %q", a, b)
	}
}

// addTeacher is somebody with a password of their own.
func (p *program) addTeacher(t *testing.T, email, password string) {
	t.Helper()
	person := roll.Person{ID: roll.PersonID(email), Email: email, Name: "Lee Chan"}
	must(t, p.app.AddPerson(t.Context(), person, password))
	must(t, p.app.Store.Join(t.Context(), person.ID, harbour, roll.Teacher))
}

func longPassword(t *testing.T, p *program) {
	const email = "long@harbour.example"
	password := " " + strings.Repeat("~ aZ09", 10) + "! "
	if len(password) != 63 {
		password += strings.Repeat(" ", 64-len(password))
	}
	p.addTeacher(t, email, password)
	p.visit(t).signs(email, strings.TrimSpace(password), "").want(t, http.StatusUnprocessableEntity)
	p.visit(t).signs(email, password, "").want(t, http.StatusSeeOther)
}

func accentedPassword(t *testing.T, p *program) {
	p.addTeacher(t, "composed@harbour.example", "un café très long")
	p.visit(t).signs("composed@harbour.example", "un cafe\u0301 tre\u0300s long", "").want(t, http.StatusSeeOther)
	p.addTeacher(t, "decomposed@harbour.example", "un cafe\u0301 tre\u0300s long")
	p.visit(t).signs("decomposed@harbour.example", "un café très long", "").want(t, http.StatusSeeOther)
}

func hugePassword(t *testing.T, p *program) {
	v := p.visit(t)
	v.raw("/sign-in", "email="+teacher+"&password="+strings.Repeat("a", 1<<20)).want(t, http.StatusRequestEntityTooLarge)
	v.raw("/sign-in", "email="+teacher+"&password="+strings.Repeat("a", 5<<10)).want(t, http.StatusRequestEntityTooLarge)
}

// hostileName is answered like any unknown name, and shown as text only.
func hostileName(name string) trial {
	return func(t *testing.T, p *program) {
		v := p.visit(t)
		got := v.signs(name, everyPassword, "").want(t, http.StatusUnprocessableEntity)
		field := got.page.Find("main [name=email]")
		if want := strings.NewReplacer("\r", "", "\n", "").Replace(name); strings.NewReplacer("\r", "", "\n", "").Replace(field.AttrOr("value", "")) != want {
			t.Errorf("the field holds %q", field.AttrOr("value", ""))
		}
		if got.page.Find("main img").Length() > 0 || got.header.Values("Set-Cookie") != nil && strings.Contains(fmt.Sprint(got.header), "x=1") {
			t.Errorf("it comes through: %s", got.body)
		}
		if text := got.text("main"); text != v.signs("nobody@harbour.example", everyPassword, "").text("main") {
			t.Errorf("it is told apart: %s", text)
		}
	}
}

func spacedName(t *testing.T, p *program) {
	p.visit(t).signs("  "+strings.ToUpper(teacher)+" ", everyPassword, "").want(t, http.StatusSeeOther)
	p.visit(t).signs(teacher, " "+everyPassword+" ", "").want(t, http.StatusUnprocessableEntity)
}

func withoutDigits(text string) string {
	return strings.Map(func(letter rune) rune {
		if unicode.IsDigit(letter) {
			return -1
		}
		return letter
	}, text)
}
