package entry_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/handlers/apptest"
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

func (l *logText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func TestTheSecretOfALinkIsInNoLogAndNoDatabase(t *testing.T) {
	t.Parallel()
	var log logText
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootWith(t, apptest.Options{Clock: clock.Now, Log: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	link := p.CoverLink(t, "8B", "09:00")
	secret := strings.TrimPrefix(link, "/cover/")
	ines := p.Covers(t, link, "Ines Okoro")
	page := ines.CoverRoll()
	saved := ines.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 3)...), "Referer", p.Address+link).Want(t, http.StatusSeeOther)
	v := p.Visit(t)
	for _, path := range []string{link, link + "/", link + "x", "/" + link, link + "?a=%zz", "/schools/harbour?next=" + url.QueryEscape(link), "/sign-in?next=" + url.QueryEscape(link)} {
		v.Get(path, "Referer", p.Address+link)
		v.Post(path, url.Values{"name": {"\x00" + secret}})
		v.Send(http.MethodDelete, path, nil)
	}
	v.Post(link, url.Values{"name": {"Omar"}}, "Origin", "https://evil.example")
	clock.Forward(time.Hour)
	v.Get(link).Want(t, http.StatusGone)
	ines.Get(apptest.RollPath, "HX-Current-URL", p.Address+link)
	office := p.As(t, apptest.OfficeWorker)
	for _, path := range []string{apptest.SavesPath + saved.Saved(t), "/schools/harbour/students/" + page.Enrolments(t, 3)[0] + "/history", apptest.CoversPath, apptest.DayPath} {
		if strings.Contains(string(office.Get(path).Body), secret) {
			t.Errorf("%s tells it", path)
		}
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	apptest.Must(t, p.App.Store.Backup(t.Context(), copied))
	content, err := os.ReadFile(copied)
	apptest.Must(t, err)
	if bytes.Contains(content, []byte(secret)) || !bytes.Contains(content, []byte("Ines Okoro")) {
		t.Error("the database has it, or nothing of who used it")
	}
	p.Stop()
	if text := log.String(); strings.Contains(text, secret) || !strings.Contains(text, "/cover/:secret") || !strings.Contains(text, `"event":"cover-link-refused"`) {
		t.Errorf("the log has it, or nothing of the link or of its refusal: %d bytes", len(text))
	}
}

func TestGuessedLinksAreInTheLogWithoutWhatWasTyped(t *testing.T) {
	t.Parallel()
	var log logText
	p := apptest.BootWith(t, apptest.Options{Log: slog.New(slog.NewJSONHandler(&log, nil))})
	known := p.CoverLink(t, "8B", "12:15")
	v := p.Visit(t)
	for event, path := range map[string]string{
		"cover-link-refused": guess(known, 7), "account-link-refused": "/link/" + strings.TrimPrefix(guess(known, 7), "/cover/"),
	} {
		for _, wrong := range []string{path, path + "x"} {
			before := strings.Count(log.String(), event)
			v.Get(wrong).Want(t, http.StatusNotFound)
			if strings.Count(log.String(), event) != before+1 || strings.Contains(log.String(), wrong[len(wrong)-8:]) {
				t.Errorf("%s: the log is %s", wrong, &log)
			}
		}
	}
}
