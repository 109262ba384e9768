package entry_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// logged returns the log records about people, by their events.
func logged(t *testing.T, log string) map[string]map[string]any {
	t.Helper()
	found := make(map[string]map[string]any)
	for line := range strings.Lines(log) {
		record := make(map[string]any)
		apptest.Must(t, json.Unmarshal([]byte(line), &record))
		if event, ok := record["event"].(string); ok && record["msg"] == "people" {
			found[event] = record
		}
	}
	return found
}

func TestChangesOfAccountsAreLoggedWithoutSecretsAndNames(t *testing.T) {
	t.Parallel()
	var log logText
	logger := slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	p := apptest.BootWith(t, apptest.Options{Log: logger})
	p.Visit(t).SignsIn(apptest.Teacher, "a wrong one, in full").Want(t, http.StatusUnprocessableEntity)
	p.Visit(t).SignsIn("stranger@far.example", "a wrong one, in full").Want(t, http.StatusUnprocessableEntity)
	ada := p.As(t, apptest.Administrator)
	anna := p.As(t, apptest.Teacher)
	phone := p.As(t, apptest.Teacher)
	anna.Post(anna.Get("/account").Address("#sessions form"), nil).Want(t, http.StatusSeeOther)
	changesPassword(anna, "a wrong one, in full", apptest.NewPassword)
	changesPassword(anna, apptest.EveryPassword, apptest.NewPassword).Want(t, http.StatusSeeOther)
	invitation := invitationLink(t, p, "Nia Obi", newcomer, roll.Office)
	opensLink(p.Visit(t), invitation, "Nia Obi", "five foxes in the fog").Want(t, http.StatusSeeOther)
	p.Visit(t).Get(invitation).Want(t, http.StatusGone)
	withdrawn := invitationLink(t, p, "Omar Zed", "omar@harbour.example", roll.Teacher)
	list := ada.Get(apptest.PeoplePath)
	ada.Post(list.Address("#invited form"), nil).Want(t, http.StatusSeeOther)
	link := passwordLink(t, p, apptest.Teacher)
	opensLink(p.Visit(t), link, "", "five foxes in the fog").Want(t, http.StatusSeeOther)
	ada.Post(apptest.PeoplePath+"/"+apptest.Teacher+"/role", url.Values{"role": {"office"}}).Want(t, http.StatusSeeOther)
	ada.Post(apptest.PeoplePath+"/"+apptest.Administrator+"/role", url.Values{"role": {"office"}}).Want(t, http.StatusForbidden)
	ada.DoesTo(apptest.Teacher, "pin").Want(t, http.StatusSeeOther)
	ada.DoesTo(apptest.Teacher, "disable").Want(t, http.StatusSeeOther)
	ada.DoesTo(apptest.Teacher, "enable").Want(t, http.StatusSeeOther)
	phone.Get("/account").Want(t, http.StatusSeeOther)
	apptest.Must(t, p.App.Trail.Flush(t.Context()))
	copied := filepath.Join(t.TempDir(), "copy.db")
	apptest.Must(t, p.App.Store.Backup(t.Context(), copied))
	p.Stop()
	text := log.String()
	found := logged(t, text)
	for event, level := range map[string]string{
		"sign-in": "INFO", "sign-in-refused": "WARN", "session-ended": "INFO", "password-change-refused": "WARN", "password-changed": "INFO",
		"invitation-made": "INFO", "invitation-used": "INFO", "account-link-refused": "WARN", "invitation-withdrawn": "INFO", "password-link-made": "INFO",
		"password-link-used": "INFO", "role-changed": "INFO", "person-change-refused": "WARN", "person-disabled": "INFO", "person-enabled": "INFO", "pin-removed": "INFO",
	} {
		if record := found[event]; record == nil || record["level"] != level || record["request"] == nil {
			t.Errorf("%s is logged as %v", event, record)
		}
	}
	for event, by := range map[string]string{"role-changed": apptest.Administrator, "person-disabled": apptest.Administrator, "pin-removed": apptest.Administrator, "password-link-made": apptest.Administrator} {
		if record := found[event]; record["person"] != apptest.Teacher || record["by"] != by {
			t.Errorf("%s is of %v by %v", event, record["person"], record["by"])
		}
	}
	if found["sign-in-refused"]["person"] != nil || found["role-changed"]["role"] != "office" {
		t.Errorf("of a stranger %v, of a role %v", found["sign-in-refused"], found["role-changed"])
	}
	content, err := os.ReadFile(copied)
	apptest.Must(t, err)
	wantUnsaid(t, text, content, invitation, withdrawn, link)
}

// wantUnsaid searches the log and the database for secrets that they must not contain.
func wantUnsaid(t *testing.T, text string, content []byte, links ...string) {
	t.Helper()
	for _, link := range links {
		secret := strings.TrimPrefix(link, "/link/")
		if strings.Contains(text, secret) || bytes.Contains(content, []byte(secret)) {
			t.Errorf("the log or the database has the secret of %s", link)
		}
	}
	for _, unsaid := range []string{"a wrong one, in full", apptest.EveryPassword, apptest.NewPassword, "five foxes", "Nia Obi", newcomer, "stranger@far.example", "Anna Lindqvist", "omar@harbour.example"} {
		if strings.Contains(text, unsaid) {
			t.Errorf("the log says %q", unsaid)
		}
	}
}
