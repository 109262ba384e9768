package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// today is the date of every test; both sample schools have a current period on it.
const today = "2026-03-02"

// clock is a time that only a test moves.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// timer is a wait of the service; fire ends it.
type timer struct {
	wait time.Duration
	fire func()
}

// service is a running sandbox behind a real listener, with one key for each sample school.
type service struct {
	*Sandbox
	server *httptest.Server
	clock  *clock
	timers chan timer
	keys   map[string]string
}

func start(t *testing.T, change ...func(*Options)) *service {
	t.Helper()
	s := &service{
		clock:  &clock{now: time.Date(2026, 3, 2, 7, 30, 0, 0, time.UTC)},
		timers: make(chan timer, 16),
		keys:   map[string]string{},
	}
	options := Options{Sample: true, Now: s.clock.Now, After: func(d time.Duration, f func()) func() bool {
		s.timers <- timer{d, f}
		return func() bool { return true }
	}}
	for _, one := range change {
		one(&options)
	}
	var err error
	if s.Sandbox, err = New(options); err != nil {
		t.Fatal(err)
	}
	s.server = httptest.NewServer(s.Sandbox)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		s.server.Close()
	})
	for _, school := range s.schools(t) {
		if s.keys[school.Code], err = s.FirstKey(school.Code); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func (s *service) schools(t *testing.T) []School {
	t.Helper()
	schools, err := s.Schools()
	if err != nil {
		t.Fatal(err)
	}
	return schools
}

// reply is an answer, or the error in its place.
type reply struct {
	code   int
	header http.Header
	body   string
	err    error
}

// headers returns the correct headers for a school's calls.
func (s *service) headers(school School) map[string]string {
	return map[string]string{headerKey: s.keys[school.Code], headerSchool: school.Code, headerTenant: school.Tenant}
}

// send makes one request on its own connection and follows no redirect.
func (s *service) send(ctx context.Context, method, path, body string, headers map[string]string) reply {
	request, err := http.NewRequestWithContext(ctx, method, s.server.URL+path, strings.NewReader(body))
	if err != nil {
		return reply{err: err}
	}
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		return reply{err: err}
	}
	read, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	return reply{response.StatusCode, response.Header, string(read), err}
}

// get makes an authenticated GET for the first sample school.
func (s *service) get(t *testing.T, path string) reply {
	t.Helper()
	return s.send(t.Context(), "GET", path, "", s.headers(harbourSchool()))
}

// post makes an authenticated bulk save for the first sample school.
func (s *service) post(t *testing.T, body string) reply {
	t.Helper()
	return s.send(t.Context(), "POST", pathBulk, body, s.headers(harbourSchool()))
}

// save posts a plain save of today.
func (s *service) save(t *testing.T, status int64, enrolments ...int64) reply {
	t.Helper()
	return s.post(t, saveBody(status, "", enrolments...))
}

// saveBody is a bulk save of today; more contains further fields, such as `"checkTime":"08:05"`.
func saveBody(status int64, more string, enrolments ...int64) string {
	if more != "" {
		more = "," + more
	}
	ids := strings.ReplaceAll(strings.Trim(fmt.Sprint(enrolments), "[]"), " ", ",")
	return fmt.Sprintf(`{"studentSemesterInfoIds":[%s],"attStatus":{"id":%d},"date":%q%s}`, ids, status, today, more)
}

// class lists the enrolments of a class in the school's current period.
func (s *service) class(t *testing.T, school School, name string) []Student {
	t.Helper()
	return slices.DeleteFunc(s.current(t, school), func(one Student) bool { return one.ClassName != name })
}

// current lists the enrolments of the school's current period.
func (s *service) current(t *testing.T, school School) []Student {
	t.Helper()
	periods, err := s.Periods(school.Code)
	if err != nil {
		t.Fatal(err)
	}
	for _, period := range periods {
		if period.StartDate <= today && today <= period.EndDate {
			students, err := s.Students(school.Code, period.ID)
			if err != nil {
				t.Fatal(err)
			}
			return students
		}
	}
	t.Fatalf("%s has no current period", school.Name)
	return nil
}

// status is the id of the first school's status of that name.
func (s *service) status(t *testing.T, name string) int64 {
	t.Helper()
	statuses, err := s.Statuses(harbourSchool().Code)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range statuses {
		if one.Name == name {
			return one.ID
		}
	}
	t.Fatalf("no status %q", name)
	return 0
}

// mark is the name of the status that the first school stores for an enrolment today, "" for none.
func (s *service) mark(t *testing.T, enrolment int64) string {
	t.Helper()
	mark, err := s.Mark(harbourSchool().Code, enrolment, today)
	if err != nil && KindOf(err) != KindNotFound {
		t.Fatal(err)
	}
	return mark.Status
}

func enrolmentIDs(students []Student) []int64 {
	ids := make([]int64, len(students))
	for i, one := range students {
		ids[i] = one.EnrolmentID
	}
	return ids
}

func (r reply) items(t *testing.T) []Result {
	t.Helper()
	var items []Result
	if err := json.Unmarshal([]byte(r.body), &items); r.code != 200 || err != nil {
		t.Fatalf("answer %d %s %v, want items", r.code, r.body, r.err)
	}
	return items
}

// wantFailure checks the code and the shape of an answer that is not a success, and returns its message.
func (r reply) wantFailure(t *testing.T, code int) string {
	t.Helper()
	var body errorBody
	if err := json.Unmarshal([]byte(r.body), &body); err != nil || r.code != code || body.Status != code || body.Message == "" {
		t.Fatalf("answer %d %s %v, want a %d with a message", r.code, r.body, r.err, code)
	}
	return body.Message
}

func without(headers map[string]string, names ...string) map[string]string {
	kept := maps.Clone(headers)
	for _, name := range names {
		delete(kept, name)
	}
	return kept
}

func with(headers map[string]string, name, value string) map[string]string {
	changed := maps.Clone(headers)
	changed[name] = value
	return changed
}

func headerOf(values map[string]string) http.Header {
	header := http.Header{}
	for name, value := range values {
		header.Set(name, value)
	}
	return header
}
