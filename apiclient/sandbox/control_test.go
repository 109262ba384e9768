package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// control makes a request to a control route.
func (s *service) control(t *testing.T, method, path, body string) reply {
	t.Helper()
	return s.send(t.Context(), method, controlRoot+path, body, nil)
}

func TestFaultsAreSetShownAndHealedByControlRoutes(t *testing.T) {
	t.Parallel()
	s := start(t)
	set := `{"schoolCode":"HSS-4471","faults":[{"status":500,"calls":2,"bulkOnly":true},{"reset":"applied"}]}`
	r := s.control(t, "POST", "faults", set)
	want := `[{"schoolCode":"HSS-4471","fault":{"calls":2,"bulkOnly":true,"status":500},"left":2},` +
		`{"schoolCode":"HSS-4471","fault":{"reset":"applied"},"left":-1}]`
	if r.code != 200 || r.body != want {
		t.Errorf("set: %d %s", r.code, r.body)
	}
	if got := s.control(t, "GET", "faults", ""); got.body != want {
		t.Errorf("shown: %s", got.body)
	}
	s.control(t, "POST", "faults", `{"faults":[{"refuseKey":true}]}`)
	if got := s.control(t, "DELETE", "faults?schoolCode=HSS-4471", ""); !strings.HasPrefix(got.body, `[{"schoolCode":"",`) {
		t.Errorf("healed one school: %s", got.body)
	}
	if got := s.control(t, "POST", "faults", ""); got.body != "[]" {
		t.Errorf("healed all by an empty POST: %s", got.body)
	}
	s.control(t, "POST", "faults", set)
	if got := s.control(t, "DELETE", "faults", ""); got.body != "[]" {
		t.Errorf("healed all: %s", got.body)
	}
	for _, wrong := range []string{`{"faults":[{"stauts":500}]}`, `{"faults":[{"status":1}]}`, `[]`, `{} {}`} {
		s.control(t, "POST", "faults", wrong).wantFailure(t, 400)
	}
}

func TestAMarkIsChangedInTheServiceItself(t *testing.T) {
	t.Parallel()
	s := start(t)
	one := s.class(t, harbourSchool(), "8B")[27]
	body := fmt.Sprintf(`{"schoolCode":"HSS-4471","mark":{"enrolment":%d,"date":%q,"statusId":%d,"comments":{"by":"office"}}}`,
		one.EnrolmentID, today, s.status(t, "Excused"))
	if r := s.control(t, "POST", "marks", body); r.code != 200 || !strings.Contains(r.body, `"attendanceStatus":"Excused","date":"`+today+`","comments":{"by":"office"}`) {
		t.Errorf("set: %d %s", r.code, r.body)
	}
	var marks []Mark
	r := s.control(t, "GET", "marks?schoolCode=HSS-4471&date="+today, "")
	if err := json.Unmarshal([]byte(r.body), &marks); err != nil || len(marks) != 1 || marks[0].StudentID != one.StudentID {
		t.Errorf("shown: %s", r.body)
	}
	items := s.save(t, s.status(t, "Late"), one.EnrolmentID).items(t)
	if string(items[0].Comments) != `{"by":"office"}` {
		t.Errorf("a save answers the comments %s, want those that were there", items[0].Comments)
	}
}

func TestAMarkThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	right := Mark{EnrolmentID: s.class(t, harbourSchool(), "8B")[0].EnrolmentID, StatusID: s.status(t, "Late"), Result: Result{Date: today}}
	cases := []struct {
		name   string
		change func(*Mark)
		want   Kind
	}{
		{"unknown enrolment", func(m *Mark) { m.EnrolmentID = 1 }, KindNotFound},
		{"unknown status", func(m *Mark) { m.StatusID = 1 }, KindNotFound},
		{"no day of the calendar", func(m *Mark) { m.Date = "2026-13-01" }, KindInvalid},
		{"no JSON", func(m *Mark) { m.CheckIn = json.RawMessage("08:05") }, KindInvalid},
	}
	for _, one := range cases {
		mark := right
		one.change(&mark)
		if err := s.SetMark(harbourSchool().Code, mark); KindOf(err) != one.want {
			t.Errorf("%s: %v, want %s", one.name, err, one.want)
		}
	}
	if err := s.SetMark(tilleulsSchool().Code, right); KindOf(err) != KindNotFound {
		t.Errorf("another school's enrolment: %v", err)
	}
}

func TestControlRoutesAnswerThisMachineOnly(t *testing.T) {
	t.Parallel()
	s := start(t)
	cases := []struct {
		name   string
		change func(*http.Request)
		code   int
	}{
		{"this machine", func(*http.Request) {}, 200},
		{"by name", func(r *http.Request) { r.Host = "localhost:9000" }, 200},
		{"IPv6", func(r *http.Request) { r.RemoteAddr, r.Host = "[::1]:5000", "[::1]:9000" }, 200},
		{"IPv4 within IPv6", func(r *http.Request) { r.RemoteAddr = "[::ffff:127.0.0.1]:5000" }, 200},
		{"its own page", func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:9000") }, 200},
		{"another machine", func(r *http.Request) { r.RemoteAddr = "192.168.1.7:5000" }, 403},
		{"a name that was pointed here", func(r *http.Request) { r.Host = "evil.example:9000" }, 403},
		{"a name that begins like an address", func(r *http.Request) { r.Host = "127.0.0.1.evil.example" }, 403},
		{"a foreign page", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		{"another port's page", func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:8080") }, 403},
		{"a page without origin", func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		{"a foreign fetch", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		{"a proxy", func(r *http.Request) { r.Header.Set("X-Forwarded-For", "127.0.0.1") }, 403},
		{"a foreign form", func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 415},
	}
	for _, one := range cases {
		request := httptest.NewRequestWithContext(t.Context(), "POST", "http://127.0.0.1:9000"+controlRoot+"faults", strings.NewReader(`{"faults":[]}`))
		request.RemoteAddr = "127.0.0.1:5000"
		request.Header.Set("Content-Type", "application/json")
		one.change(request)
		recorder := httptest.NewRecorder()
		s.ServeHTTP(recorder, request)
		if recorder.Code != one.code {
			t.Errorf("%s: %d, want %d", one.name, recorder.Code, one.code)
		}
	}
}

func TestTheServicesOwnCallsAreNotBoundToThisMachine(t *testing.T) {
	t.Parallel()
	s := start(t)
	request := httptest.NewRequestWithContext(t.Context(), "GET", "https://service.example"+pathPeriods, nil)
	request.Header = headerOf(s.headers(harbourSchool()))
	recorder := httptest.NewRecorder()
	s.ServeHTTP(recorder, request)
	if recorder.Code != 200 {
		t.Errorf("%d %s", recorder.Code, recorder.Body)
	}
}
