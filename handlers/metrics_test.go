package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/apptest"
)

// onlyThisMachine returns the default list of allowed addresses.
func onlyThisMachine() []netip.Prefix {
	return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
}

// metrics requests the metrics from the address, with header names and values.
func metrics(p *apptest.Program, from string, headers ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodGet, "http://10.1.2.3/metrics", nil)
	request.RemoteAddr = from
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer := httptest.NewRecorder()
	p.App.Handler().ServeHTTP(answer, request)
	return answer
}

func TestTheMetricsCountActionsWithoutNames(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.App.Config.MetricsAllow = onlyThisMachine()
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB).Want(t, http.StatusOK)
	v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 0, 1)...)).Want(t, http.StatusSeeOther)
	p.Visit(t).SignsIn(apptest.Teacher, "not the password")
	stream := listens(v, rollEvents)
	stream.begins(t)
	answer := metrics(p, "127.0.0.1:5555")
	text := answer.Body.String()
	if answer.Code != http.StatusOK || !strings.HasPrefix(answer.Header().Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Fatalf("status %d, %s", answer.Code, answer.Header())
	}
	for _, line := range []string{
		`rollbook_requests_total{method="GET",route="/schools/:school/roll",status="2xx"} 1`,
		`rollbook_saves_total{outcome="kept"} 1`, `rollbook_marks_total{outcome="saved"} 2`,
		`rollbook_request_duration_seconds_count{route="/schools/:school/roll"} 2`,
		`rollbook_refusals_total{event="sign-in-refused"} 1`, `rollbook_mails_failed_total 0`, `rollbook_streams 1`,
		`rollbook_build_info{version="of the tests"} 1`, `rollbook_service_call_duration_seconds_count{call="save"} 1`,
		`rollbook_waiting_marks 0`, `rollbook_waiting_oldest_seconds 0`, `rollbook_stopped_marks 0`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no %s in\n%s", line, text)
		}
	}
	for _, name := range append(namesIn(t, "../web/deploy/alerts.yaml"), "go_goroutines", "process_open_fds",
		`rollbook_service_calls_total{result="answered",school="harbour"}`, `rollbook_key_age_seconds{school="harbour"}`) {
		if !strings.Contains(text, "\n"+name) {
			t.Errorf("no %s in\n%s", name, text)
		}
	}
	for _, name := range []string{"lindqvist", "example", "anna"} {
		if strings.Contains(strings.ToLower(text), name) {
			t.Errorf("it names %s:\n%s", name, text)
		}
	}
}

// namesIn returns the names of metrics in the file.
func namesIn(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	apptest.Must(t, err)
	return regexp.MustCompile(`rollbook_\w+`).FindAllString(string(text), -1)
}

// The measures of a request are to take less than a microsecond.
func BenchmarkTheMeasuresOfARequest(b *testing.B) {
	p := apptest.Boot(b)
	e := echo.New()
	counted := p.App.Measures.CountRequests(func(echo.Context) error { return nil })
	c := e.NewContext(httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRecorder())
	c.SetPath("/schools/:school/roll")
	for b.Loop() {
		if err := counted(c); err != nil {
			b.Fatal(err)
		}
	}
}

func TestTheMetricsAreThereForAllowedAddressesOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.App.Config.MetricsAllow = onlyThisMachine()
	for _, from := range []string{"127.0.0.1:5555", "[::1]:5555", "[::ffff:127.0.0.1]:5555"} {
		if got := metrics(p, from).Code; got != http.StatusOK {
			t.Errorf("%s is answered with %d", from, got)
		}
	}
	p.App.Config.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")}
	for name, answer := range map[string]*httptest.ResponseRecorder{
		"a proxy's client under other names": metrics(p, "127.0.0.2:5555", "Forwarded", "for=192.0.2.7", "X-Real-IP", "192.0.2.7"),
		"another address":                    metrics(p, "192.0.2.7:5555"),
		"an unknown proxy's client":          metrics(p, "127.0.0.1:5555", "X-Forwarded-For", "127.0.0.1"),
		"an unknown proxy's other name":      metrics(p, "127.0.0.1:5555", "Forwarded", "for=192.0.2.7"),
	} {
		if answer.Code != http.StatusNotFound || strings.Contains(answer.Body.String(), "rollbook_") {
			t.Errorf("%s is answered with %d", name, answer.Code)
		}
	}
}
