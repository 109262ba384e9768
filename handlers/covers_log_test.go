package handlers_test

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
)

// logText collects what is logged.
type logText struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds to it.
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

func TestTheSecretOfALinkStandsInNoLogAndInNoDatabase(t *testing.T) {
	t.Parallel()
	var log logText
	clock := newMovingClock(bootHour())
	p := bootWith(t, clock.now, nil, nil, slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	link := p.coverLink(t, "8B", "09:00")
	secret := strings.TrimPrefix(link, "/cover/")
	ines := p.covers(t, link, "Ines Okoro")
	page := ines.coverRoll()
	saved := ines.post(rollPath, page.press(t, "Absent", page.enrolments(t, 3)...), "Referer", p.address+link).want(t, http.StatusSeeOther)
	v := p.visit(t)
	for _, path := range []string{link, link + "/", link + "x", "/" + link, link + "?a=%zz", "/schools/harbour?next=" + url.QueryEscape(link), "/sign-in?next=" + url.QueryEscape(link)} {
		v.get(path, "Referer", p.address+link)
		v.post(path, url.Values{"name": {"\x00" + secret}})
		v.send(http.MethodDelete, path, nil)
	}
	v.post(link, url.Values{"name": {"Omar"}}, "Origin", "https://evil.example")
	clock.forward(time.Hour)
	v.get(link).want(t, http.StatusGone)
	ines.get(rollPath, "HX-Current-URL", p.address+link)
	office := p.as(t, officeWorker)
	for _, path := range []string{savesPath + saved.saved(t), "/schools/harbour/students/" + page.enrolments(t, 3)[0] + "/history", coversPath, dayPath} {
		if strings.Contains(string(office.get(path).body), secret) {
			t.Errorf("%s tells it", path)
		}
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	must(t, p.app.Store.Backup(t.Context(), copied))
	content, err := os.ReadFile(copied)
	must(t, err)
	if bytes.Contains(content, []byte(secret)) || !bytes.Contains(content, []byte("Ines Okoro")) {
		t.Error("the database has it, or nothing of who used it")
	}
	p.stop()
	if text := log.String(); strings.Contains(text, secret) || !strings.Contains(text, "/cover/:secret") {
		t.Errorf("the log has it, or nothing of the link: %d bytes", len(text))
	}
}
