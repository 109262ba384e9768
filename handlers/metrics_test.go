package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

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

func TestTheMetricsTellWhatWasDoneAndNameNobody(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.App.Config.MetricsAllow = onlyThisMachine()
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB).Want(t, http.StatusOK)
	v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 0, 1)...)).Want(t, http.StatusSeeOther)
	answer := metrics(p, "127.0.0.1:5555")
	text := answer.Body.String()
	if answer.Code != http.StatusOK || !strings.HasPrefix(answer.Header().Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Fatalf("status %d, %s", answer.Code, answer.Header())
	}
	for _, line := range []string{
		`rollbook_requests_total{route="/schools/:school/roll",method="GET",status="2xx"} 1`,
		`rollbook_saves_total{outcome="kept"} 1`, `rollbook_marks_total{outcome="saved"} 2`,
		`rollbook_waiting_marks 0`, `rollbook_waiting_oldest_seconds 0`, `rollbook_stopped_marks 0`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no %s in\n%s", line, text)
		}
	}
	if !strings.Contains(text, `rollbook_service_calls_total{school="harbour",result="answered"}`) {
		t.Errorf("no calls in\n%s", text)
	}
	for _, name := range []string{"lindqvist", "example", "anna"} {
		if strings.Contains(strings.ToLower(text), name) {
			t.Errorf("it names %s:\n%s", name, text)
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
