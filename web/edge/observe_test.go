package edge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/limits"
	"rollbook/web/identity/session"
	"rollbook/web/roll"
)

// clock is stopped until a test moves it.
func clock() (now func() time.Time, move func(time.Duration)) {
	instant := time.Date(2026, 2, 3, 8, 30, 0, 0, time.UTC)
	return func() time.Time { return instant }, func(by time.Duration) { instant = instant.Add(by) }
}

// records returns the records of a JSON log.
func records(t *testing.T, log *bytes.Buffer) []map[string]any {
	t.Helper()
	all := []map[string]any{}
	for line := range strings.Lines(log.String()) {
		record := map[string]any{}
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, record)
	}
	return all
}

func TestEveryAnswerHasOneRecordWithoutAddressOrSecrets(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	now, move := clock()
	e := echo.New()
	e.IPExtractor = ClientAddress(nil)
	e.Use(LogRequests(slog.New(slog.NewJSONHandler(&log, nil)), now))
	e.POST("/schools/:school/students", func(c echo.Context) error {
		move(3 * time.Millisecond)
		NoteVisitor(c.Request().Context(), "JX3ZQ")
		return c.String(http.StatusAccepted, "four")
	})
	request := httptest.NewRequest(http.MethodPost, "/schools/north/students?q=Kim+Osei", strings.NewReader("password=hunter2"))
	request.Header.Set("Cookie", "rollbook_session=hunter2")
	request.Header.Set("X-Request-Id", "forged\nid")
	recorder := httptest.NewRecorder()
	e.ServeHTTP(recorder, request)

	all := records(t, &log)
	if len(all) != 1 {
		t.Fatalf("%d records", len(all))
	}
	want := map[string]any{"method": "POST", "route": "/schools/:school/students", "status": 202.0, "bytes": 4.0, "took": "3ms", "client": "192.0.2.1", "level": "INFO", "by": "JX3ZQ"}
	for name, value := range want {
		if all[0][name] != value {
			t.Errorf("%s = %v, want %v", name, all[0][name], value)
		}
	}
	if id := recorder.Header().Get("X-Request-Id"); len(id) != 26 || all[0]["request"] != id {
		t.Errorf("request id %q in the answer, %v in the log", id, all[0]["request"])
	}
	for _, secret := range []string{"Kim", "hunter2", "forged", "north"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("%q is in the log: %s", secret, &log)
		}
	}
}

func TestAProbeIsLoggedForDebuggingOnlyAndAWrongHostByItsName(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	now, _ := clock()
	e := echo.New()
	e.Use(LogRequests(slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), now, "/readyz", "/healthz"))
	e.GET("/readyz", func(c echo.Context) error { return c.NoContent(http.StatusOK) })
	e.GET("/healthz", func(echo.Context) error { return echo.ErrServiceUnavailable })
	e.GET("/sign-in", func(echo.Context) error { return echo.NewHTTPError(http.StatusMisdirectedRequest) })
	for _, path := range []string{"/readyz", "/healthz", "/sign-in"} {
		e.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "http://evil.example"+path, nil))
	}
	all := records(t, &log)
	if len(all) != 3 || all[0]["level"] != "DEBUG" || all[1]["level"] != "ERROR" || all[2]["level"] != "INFO" || all[2]["host"] != "evil.example" || all[0]["host"] != nil {
		t.Errorf("records %v", all)
	}
}

func TestTheRecordHasTheStatusThatAnErrorWasRenderedWith(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	now, _ := clock()
	e := echo.New()
	e.Use(LogRequests(slog.New(slog.NewJSONHandler(&log, nil)), now))
	e.GET("/", func(c echo.Context) error {
		if RequestID(c.Request().Context()) == "" {
			t.Error("the handler does not know its request's id")
		}
		return errors.New("disk full\n{\"level\":\"INFO\"}")
	})
	if get(e, "Accept", "*/*").Code != http.StatusInternalServerError {
		t.Error("no error was rendered")
	}
	all := records(t, &log)
	if len(all) != 1 || all[0]["status"] != 500.0 || all[0]["level"] != "ERROR" || all[0]["error"] != "disk full\n{\"level\":\"INFO\"}" {
		t.Errorf("records %v", all)
	}
}

func TestAPanicIsAnErrorWithItsPlaceInTheLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	now, _ := clock()
	compress, err := Compress()
	if err != nil {
		t.Fatal(err)
	}
	for name, order := range map[string][]echo.MiddlewareFunc{
		"inside": {LogRequests(logger, now), compress, Recover(logger)}, "outside": {LogRequests(logger, now), Recover(logger), compress},
	} {
		log.Reset()
		e := echo.New()
		e.Use(order...)
		e.GET("/", func(echo.Context) error { panic("nil map") })
		answer := get(e, "Accept-Encoding", "gzip")
		all := records(t, &log)
		if answer.Code != http.StatusInternalServerError || strings.Contains(answer.Body.String(), "nil map") {
			t.Errorf("%s: status %d, %s", name, answer.Code, answer.Body)
		}
		if len(all) != 2 || all[0]["cause"] != "nil map" || !strings.Contains(all[0]["stack"].(string), "observe_test.go") || all[0]["request"] != all[1]["request"] {
			t.Errorf("%s: records %v", name, all)
		}
	}
}

func TestAnAbortedAnswerStaysAborted(t *testing.T) {
	t.Parallel()
	e := echo.New()
	e.Use(Recover(slog.New(slog.DiscardHandler)))
	e.GET("/", func(echo.Context) error { panic(http.ErrAbortHandler) })
	defer func() {
		if err, ok := recover().(error); !ok || !errors.Is(err, http.ErrAbortHandler) {
			t.Error("the panic was swallowed")
		}
	}()
	get(e, "Accept", "*/*")
}

func TestEveryAnswerHasAPolicyForBrowsers(t *testing.T) {
	t.Parallel()
	for _, https := range []bool{false, true} {
		e := echo.New()
		e.Use(SecurityHeaders(https, false))
		e.GET("/", func(echo.Context) error { return echo.ErrForbidden })
		e.POST("/", func(c echo.Context) error { return c.String(http.StatusOK, "") })
		for _, request := range []*http.Request{
			httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRequest(http.MethodPost, "/", nil), httptest.NewRequest(http.MethodGet, "/missing", nil),
		} {
			recorder := httptest.NewRecorder()
			e.ServeHTTP(recorder, request)
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store",
				"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
			} {
				if got := recorder.Header().Get(name); got != want {
					t.Errorf("%s %s: %s = %q", request.Method, request.URL, name, got)
				}
			}
			if got := recorder.Header().Get("Strict-Transport-Security") != ""; got != https {
				t.Errorf("https %v: HSTS %v", https, got)
			}
		}
	}
}

func TestHTTPSIsRequiredOfSubdomainsIfTheOperatorSetsIt(t *testing.T) {
	t.Parallel()
	for subdomains, want := range map[bool]string{true: "max-age=31536000; includeSubDomains", false: "max-age=31536000"} {
		e := echo.New()
		e.Use(SecurityHeaders(true, subdomains))
		e.GET("/", func(echo.Context) error { return nil })
		recorder := httptest.NewRecorder()
		e.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/", nil))
		if got := recorder.Header().Get("Strict-Transport-Security"); got != want {
			t.Errorf("subdomains %v: %q", subdomains, got)
		}
	}
}

func TestTooManyMissesAreRefusedAndNothingElseOfTheClient(t *testing.T) {
	t.Parallel()
	now, move := clock()
	e := echo.New()
	client := func(c echo.Context) limits.Client { return limits.Client(c.Request().Header.Get("Client")) }
	isMiss := func(err error) bool { return errors.Is(err, echo.ErrNotFound) }
	e.Use(LimitMisses(now, client, isMiss))
	e.GET("/", func(echo.Context) error { return nil })
	ask := func(client, path string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(http.MethodGet, path, nil)
		request.Header.Set("Client", client)
		recorder := httptest.NewRecorder()
		e.ServeHTTP(recorder, request)
		return recorder
	}
	for miss := range 60 {
		if got := ask("a", "/missing").Code; got != http.StatusNotFound {
			t.Fatalf("miss %d: status %d", miss+1, got)
		}
	}
	move(40 * time.Second)
	answer := ask("a", "/missing")
	if answer.Code != http.StatusTooManyRequests || answer.Header().Get("Retry-After") != "20" {
		t.Errorf("status %d, Retry-After %q", answer.Code, answer.Header().Get("Retry-After"))
	}
	if got := ask("a", "/").Code; got != http.StatusOK {
		t.Errorf("an address that exists: status %d", got)
	}
	if got := ask("b", "/missing").Code; got != http.StatusNotFound {
		t.Errorf("somebody else: status %d", got)
	}
	move(20 * time.Second)
	if got := ask("a", "/missing").Code; got != http.StatusNotFound {
		t.Errorf("after the wait: status %d", got)
	}
}

func TestAReturnedErrorIsRenderedBehindTheSession(t *testing.T) {
	t.Parallel()
	now, _ := clock()
	sessions := session.NewSessions(noStore{}, session.ScopeOf(nil), func(*http.Request) bool { return false })
	e := echo.New()
	e.Use(LoadSession(sessions))
	e.GET("/", func(c echo.Context) error {
		if err := sessions.SignIn(c.Request().Context(), "ada", 1, now()); err != nil {
			t.Error(err)
		}
		return echo.ErrTeapot
	})
	answer := get(e, "Accept", "*/*")
	if answer.Code != http.StatusTeapot || len(answer.Result().Cookies()) != 1 {
		t.Errorf("status %d, %d cookies", answer.Code, len(answer.Result().Cookies()))
	}
	if got := get(e, "Cookie", "rollbook_session=x").Code; got != http.StatusInternalServerError {
		t.Errorf("without a database: status %d", got)
	}
}

// noStore accepts everything and finds nothing, like a lost database.
type noStore struct{ session.Store }

var errNoDatabase = errors.New("no database")

func (noStore) FindCtx(context.Context, string) ([]byte, bool, error) {
	return nil, false, errNoDatabase
}

func (noStore) CommitOwned(context.Context, string, []byte, time.Time, roll.PersonID) error {
	return nil
}

func (noStore) PasswordSchools(context.Context, roll.PersonID) (open, closed []roll.SchoolID, err error) {
	return nil, nil, nil
}
