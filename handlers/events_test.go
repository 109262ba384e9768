package handlers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/labstack/echo/v4"

	"rollbook/handlers"
	"rollbook/handlers/apptest"
	"rollbook/web"
	"rollbook/web/roll"
	"rollbook/web/store/audit"
)

// logText collects the log.
type logText struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write appends to it.
func (l *logText) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// records returns the records with the message.
func (l *logText) records(t *testing.T, message string) []map[string]any {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []map[string]any
	for line := range strings.Lines(l.text.String()) {
		record := make(map[string]any)
		apptest.Must(t, json.Unmarshal([]byte(line), &record))
		if record["msg"] == message {
			found = append(found, record)
		}
	}
	return found
}

// logging starts a program and collects its log.
func logging(t *testing.T) (*apptest.Program, *logText) {
	t.Helper()
	var log logText
	logger := slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	return apptest.BootWith(t, apptest.Options{Log: logger}), &log
}

// auditOf returns the school's audit log, the oldest event first.
func auditOf(t *testing.T, p *apptest.Program, school roll.SchoolID) []audit.Event {
	t.Helper()
	apptest.Must(t, p.App.Trail.Flush(t.Context()))
	events, err := p.App.Store.Audit(t.Context(), school, audit.Search{Most: 1000})
	apptest.Must(t, err)
	slices.Reverse(events)
	return events
}

func TestChangesExportsAndRefusalsAreLoggedWithTheirPeople(t *testing.T) {
	t.Parallel()
	p, log := logging(t)
	teacher, office, admin := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker), p.As(t, apptest.Administrator)
	_, key, err := p.Sandbox.CreateKey(apptest.HarbourCode, "Next")
	apptest.Must(t, err)
	office.Get(apptest.SettingsPath+"/day").Want(t, http.StatusOK)
	teacher.Get(apptest.DayPath).Want(t, http.StatusForbidden)
	teacher.Get("/schools/nowhere/exports/marks.csv").Want(t, http.StatusNotFound)
	office.Get("/schools/harbour/exports/marks.csv").Want(t, http.StatusOK)
	admin.Post(apptest.KeysPage, url.Values{"key": {key}}).Want(t, http.StatusSeeOther)
	admin.Post(apptest.KeysPage, url.Values{"key": {"Schlüssel"}}).Want(t, http.StatusUnprocessableEntity)
	admin.Post(apptest.SettingsPath+"/calendar", url.Values{"weekday": {"1", "2"}}).Want(t, http.StatusSeeOther)
	audited := auditOf(t, p, apptest.Harbour)
	p.Stop()
	var got []string
	for _, record := range log.records(t, "school") {
		if record["request"] == nil {
			t.Errorf("no request is named: %v", record)
		}
		texts := []string{}
		for _, name := range []string{"level", "event", "by", "school", "about"} {
			if text, said := record[name].(string); said {
				texts = append(texts, text)
			}
		}
		got = append(got, strings.Join(texts, " "))
	}
	want := []string{
		"WARN refused " + apptest.Teacher + " harbour /schools/:school/day 403",
		"WARN refused " + apptest.Teacher + " /schools/:school/exports/marks.csv 404",
		"INFO marks-exported " + apptest.OfficeWorker + " harbour csv",
		"INFO key-added " + apptest.Administrator + " harbour",
		"WARN refused " + apptest.Administrator + " harbour /schools/:school/settings/keys 422",
		"INFO school-days-changed " + apptest.Administrator + " harbour",
	}
	if !slices.Equal(got, want) {
		t.Errorf("logged are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for i, line := range want {
		level, line, _ := strings.Cut(line, " ")
		// An address without a school is told to the person's own schools.
		line = strings.Replace(line, apptest.Teacher+" /schools", apptest.Teacher+" harbour /schools", 1)
		event := audited[len(audited)-len(want)+i]
		if got := strings.TrimSpace(fmt.Sprint(event.Name, " ", event.By, " ", event.School, " ", event.About)); got != line || event.Refused != (level == "WARN") || event.From != "127.0.0.1" {
			t.Errorf("in the audit log stands %q from %q, want %q", got, event.From, line)
		}
	}
	if text := log.text.String() + fmt.Sprint(audited); strings.Contains(text, key) || strings.Contains(text, "Schlüssel") || strings.Contains(text, "nowhere") {
		t.Error("the log has what was typed")
	}
}

func TestTheAuditLogHasSettingsBeforeAndAfterWithoutSecrets(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	admin := p.As(t, apptest.Administrator)
	key := p.NewKey(t, apptest.HarbourCode).Reveal()
	const settings = apptest.SettingsPath
	provider := url.Values{"kind": {"google"}, "client": {"rollbook"}, "secret": {"GOCSPX-canary"}, "domains": {"harbour.example"}, "admins": {"it"}, "otherwise": {"teacher"}}
	for _, one := range []struct {
		path          string
		form          url.Values
		before, after string
	}{
		{settings + "/day", url.Values{"due": {"08:45"}, "past": {"7"}}, "days back 30", "rolls due 08:45; days back 7"},
		{settings + "/times", url.Values{"format": {"HH:MM"}, "late": {"in"}, "left": {"none"}}, "", "times HH:MM; late in"},
		{settings + "/calendar", url.Values{"weekday": {"6", "0"}}, "", "closed on Sunday; closed on Saturday"},
		{settings + "/calendar", url.Values{"weekday": {"6"}}, "closed on Sunday", ""},
		{settings + "/calendar/days", url.Values{"name": {"Snow"}, "starts": {"2026-12-01"}}, "", "closed 2026-12-01 to 2026-12-01 (Snow)"},
		{apptest.KeysPage, url.Values{"key": {key}}, "", "key ..." + key[len(key)-4:] + " next"},
		{apptest.WebhooksPage + "/secrets", url.Values{"secret": {apptest.HookSecret}}, "", "webhook secret ..." + apptest.HookSecret[len(apptest.HookSecret)-4:]},
		{settings + "/retention", url.Values{"known": {"90"}}, "known kept 366 days", "known kept 90 days"},
		{settings + "/sso", provider, "", "provider https://accounts.google.com; client rollbook; domains [harbour.example]; groups of admin [it]; without a group teacher"},
		{settings + "/sso", url.Values{"kind": {"google"}, "client": {"rollbook"}, "domains": {"harbour.example"}, "otherwise": {"office"}},
			"groups of admin [it]; without a group teacher", "without a group office"},
		{settings + "/sso/remove", nil, "provider https://accounts.google.com; client rollbook; domains [harbour.example]; without a group office", ""},
		{settings + "/school", url.Values{"name": {"Quay"}}, "Harbour Street School", "Quay"},
		{apptest.PeoplePath + "/" + apptest.Teacher + "/role", url.Values{"role": {"office"}}, "teacher", "office"},
	} {
		admin.Post(one.path, one.form).Want(t, http.StatusSeeOther)
		audited := auditOf(t, p, apptest.Harbour)
		last := audited[len(audited)-1]
		if last.Before != one.before || last.After != one.after {
			t.Errorf("%s: %s changed from %q to %q, want %q to %q", one.path, last.Name, last.Before, last.After, one.before, one.after)
		}
	}
	pin := admin.Get("/account").Want(t, http.StatusOK).Form("#pin")
	pin.Set("current", apptest.EveryPassword)
	pin.Set("pin", "90417352")
	admin.Post("/account/pin", pin).Want(t, http.StatusSeeOther)
	text := fmt.Sprint(auditOf(t, p, apptest.Harbour))
	for _, secret := range []string{key, "90417352", apptest.HookSecret, apptest.EveryPassword, "GOCSPX-canary"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q is in the audit log", secret)
		}
	}
}

func TestARefusedRequestOfAnotherSiteAndARefusedWebhookStandInTheLog(t *testing.T) {
	t.Parallel()
	p, log := logging(t)
	p.As(t, apptest.Administrator).Post(apptest.WebhooksPage+"/secrets", url.Values{"secret": {apptest.HookSecret}}).Want(t, http.StatusSeeOther)
	p.As(t, apptest.Teacher).Send(http.MethodPost, apptest.RollPath, apptest.FormBody(nil), "Content-Type", "application/x-www-form-urlencoded", "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site").Want(t, http.StatusForbidden)
	for _, school := range []string{"harbour", "nowhere"} {
		p.Visit(t).Post("/hooks/"+school, nil).Want(t, http.StatusUnauthorized)
	}
	p.Stop()
	if records := log.records(t, "request-refused"); len(records) != 1 || records[0]["event"] != "cross-site-refused" || records[0]["about"] != "/schools/:school/roll" {
		t.Errorf("of the request the log says %v", records)
	}
	var refused []any
	for _, record := range log.records(t, "school") {
		if record["event"] == "webhook-refused" {
			refused = append(refused, record["school"], record["reason"])
		}
	}
	if !slices.Equal(refused, []any{"harbour", "signature"}) {
		t.Errorf("of the webhooks the log says %v", refused)
	}
}

func TestTheLogNamesTheAdminWhoAddedTheFirstSchool(t *testing.T) {
	t.Parallel()
	var log logText
	p := apptest.BootWith(t, apptest.Options{Empty: true, Log: slog.New(slog.NewJSONHandler(&log, nil))})
	link := p.FirstLink(t)
	v := p.Visit(t)
	begin := v.Get(link).Want(t, http.StatusOK).Form("main form")
	begin.Set("name", "Ines Okoro")
	begin.Set("email", "ines@oak.example")
	begin.Set("password", apptest.NewPassword)
	v.Post(link, begin).Want(t, http.StatusSeeOther)
	known, err := p.Sandbox.Schools()
	apptest.Must(t, err)
	v.Post("/first-school", url.Values{
		"name": {"Oak School"}, "slug": {"oak"}, "zone": {"Europe/London"}, "address": {p.Service.URL},
		"tenant": {known[0].Tenant}, "code": {known[0].Code}, "key": {p.NewKey(t, known[0].Code).Reveal()},
	}).Want(t, http.StatusSeeOther)
	p.Stop()
	records := log.records(t, "people")
	last := records[len(records)-1]
	if last["event"] != "first-school-added" || last["school"] != "oak" || last["by"] == nil || last["by"] == "" {
		t.Errorf("the log says %v", last)
	}
}

func TestTheLogOfARequestNamesItsPersonByAPseudonym(t *testing.T) {
	t.Parallel()
	p, log := logging(t)
	cover := p.Covers(t, p.CoverLink(t, "8B", "09:00"), "Ines Okoro")
	cover.CoverRoll()
	p.As(t, apptest.Teacher).Get(apptest.EightB).Want(t, http.StatusOK)
	p.Visit(t).Get(apptest.EightB).Want(t, http.StatusSeeOther)
	p.Stop()
	var by []any
	for _, record := range log.records(t, "request") {
		if record["route"] == "/schools/:school/roll" {
			by = append(by, record["by"])
		}
	}
	if len(by) < 3 || by[0] == nil || by[0] == "" || by[len(by)-2] != apptest.Teacher || by[len(by)-1] != nil {
		t.Errorf("the roll was asked for by %v", by)
	}
	if strings.Contains(log.text.String(), "Ines") {
		t.Error("the log has the name of somebody who covers")
	}
}

// toldElsewhere reports whether another package logs a post's event, or the post changes no setting: it tries
// something, marks students, or concerns only the person.
func toldElsewhere(address string) bool {
	for _, whole := range []string{"/settings/people", "/settings/school", "/settings/tablets", "/groups", "/saves", "/roll", "/students"} {
		if address == whole || strings.HasPrefix(address, whole+"/") {
			return true
		}
	}
	const connection, students = "/settings/connection", "/settings/students"
	return slices.Contains([]string{
		connection + "/find", connection + "/calls/:call", connection + "/marks", connection + "/marks/:token/seen",
		students, students + "/discard", "/settings/sso/try", "/settings/groups/:group/search", "/connection/send", "/connection/count", "/connection/others/seen", "/day/refused", "/day/unlisted/:unlisted", "/day/check", "/absences/marks",
	}, address)
}

func TestEveryChangeOfASchoolsSettingsIsAnEvent(t *testing.T) {
	t.Parallel()
	var routes []*echo.Route
	app := apptest.NewApp(t, apptest.Options{Register: func(e *echo.Echo, pages *echo.Group, app *web.App) error {
		err := handlers.Register(e, pages, app)
		routes = e.Routes()
		return err
	}})
	apptest.Must(t, app.Close())
	events := handlers.Changes()
	for _, route := range routes {
		address, inSchool := strings.CutPrefix(route.Path, "/schools/:school")
		if !inSchool || route.Method != http.MethodPost || strings.Contains(route.Name, "RefuseOtherMethods") {
			continue
		}
		if _, told := events[address]; !told && !toldElsewhere(address) {
			t.Errorf("nothing tells of POST %s", address)
		}
		delete(events, address)
	}
	for address, event := range events {
		t.Errorf("%s is told of %s, which is no route", event, address)
	}
}
