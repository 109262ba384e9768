package handlers

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/edge"
	"rollbook/web/events"
	"rollbook/web/store/audit"
)

// auditRows stores the audit log in memory.
type auditRows []audit.Event

func (r *auditRows) AddAudit(_ context.Context, added []audit.Event) error {
	*r = append(*r, added...)
	return nil
}

func (r *auditRows) TakeCommandEvents(context.Context, func(audit.Event)) error { return nil }

func TestTheAuditLogHasEveryEventOfARouteWithItsPersonAndAddress(t *testing.T) {
	t.Parallel()
	var rows auditRows
	log := slog.New(slog.DiscardHandler)
	trail := events.NewTrail(&rows, time.Now, log, func(int) {})
	changes := &changes{events.New("school", log, trail, func(ctx context.Context) events.Request { return events.Request{From: edge.ClientOf(ctx)} }, func(events.Name) {}), nil}
	e := echo.New()
	e.IPExtractor = echo.ExtractIPDirect()
	e.Use(edge.LogRequests(log, time.Now))
	want := make(map[string]string)
	for asked, table := range map[method]map[string]events.Name{post: Changes(), get: exported(), upload: nil} {
		for address, event := range table {
			answer := func(c echo.Context) error {
				edge.NoteVisitor(c.Request().Context(), "ada")
				return c.NoContent(http.StatusOK)
			}
			r, way := route{method: asked, address: address}, map[method]string{post: http.MethodPost, get: http.MethodGet, upload: http.MethodPost}[asked]
			e.Add(way, "/schools/:school"+address, changes.around(r, answer))
			path := "/schools/oak" + regexp.MustCompile(`:\w+`).ReplaceAllString(address, "4711")
			if asked == get {
				path += "?from=2026-11-02&to=2026-11-03&student=4711&date=x"
			}
			want[way+" "+path] = string(event)
		}
	}
	for path := range want {
		way, address, _ := strings.Cut(path, " ")
		e.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(way, address, nil))
	}
	if err := trail.Flush(t.Context()); err != nil || len(rows) != len(want) {
		t.Fatalf("%d events of %d are stored: %v", len(rows), len(want), err)
	}
	for path, name := range want {
		if !slices.ContainsFunc(rows, func(row audit.Event) bool {
			return row.Name == name && row.By == "ada" && row.School == "oak" && row.From == "192.0.2.1" && !row.Refused &&
				(!strings.Contains(path, "?") || strings.HasSuffix(row.About, "2026-11-02 2026-11-03 student 4711"))
		}) {
			t.Errorf("%s: %s is not stored in %+v", path, name, rows)
		}
	}
}

// texts returns the texts with hyphens in the sources that record events.
func texts(t *testing.T) []string {
	t.Helper()
	var found []string
	for _, folder := range []string{".", filepath.Join("..", "web")} {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "kinds.go") {
				return err
			}
			content, err := os.ReadFile(path)
			if !regexp.MustCompile(`"rollbook/web/events"|Event\(ctx, `).Match(content) {
				return err
			}
			for _, text := range regexp.MustCompile(`"([a-z]+(?:-[a-z]+)+)"|refused = "(refused)"`).FindAllStringSubmatch(string(content), -1) {
				found = append(found, text[1]+text[2])
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

func TestEveryEventHasAKindAndEveryKindIsOfEvents(t *testing.T) {
	t.Parallel()
	var known []string
	for _, kind := range events.Kinds() {
		known = append(known, kind.Events...)
	}
	// The rest are reasons, fields and messages.
	other := []string{"too-many", "too-long", "request-refused", "base-url", "wrong-code", "used-code", "recovery-code"}
	written := texts(t)
	for _, text := range written {
		if !slices.Contains(known, text) && !slices.Contains(other, text) {
			t.Errorf("%s has no kind", text)
		}
	}
	for _, name := range known {
		if !slices.Contains(written, name) {
			t.Errorf("%s is no event", name)
		}
	}
	if slices.Sort(known); len(slices.Compact(known)) < 70 {
		t.Errorf("only %d events are known", len(known))
	}
}
