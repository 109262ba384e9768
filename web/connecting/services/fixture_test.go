package services

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/web/roll"
	"rollbook/web/store/schools"
	"rollbook/web/vault"
)

// fixture is Connections to a service on loopback that records its requests.
type fixture struct {
	connections *Services
	service     *service
	keys        *keys
	lists       lists
	school      roll.School
}

// lists are the students of the schools' lists; err is the error of looking them up.
type lists struct {
	students []roll.StudentID
	err      error
}

func (l *lists) Listed(_ context.Context, _ roll.SchoolID, students []roll.StudentID) (map[roll.StudentID]bool, error) {
	found := make(map[roll.StudentID]bool)
	for _, student := range students {
		if slices.Contains(l.students, student) {
			found[student] = true
		}
	}
	return found, l.err
}

const firstKey = "rb_live_0123456789abcdefWXYZ"

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{service: &service{status: http.StatusOK}, keys: &keys{inUse: map[roll.SchoolID]schools.Key{}}}
	server := httptest.NewServer(f.service)
	t.Cleanup(server.Close)
	allowed := apiclient.AnyPort(netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"))
	transport, err := apiclient.NewTransport(apiclient.TransportConfig{AllowPrivate: allowed})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(transport.Close)
	f.connections = New(f.keys, &f.lists, sealedInPlain{}, transport, time.Now)
	f.school = roll.School{ID: "north", BaseURL: server.URL + "/district", Tenant: "north-tenant", Code: "N-1", Zone: time.UTC, Call: 15 * time.Second, Apply: time.Minute}
	f.keys.use("north", "1", firstKey)
	f.keys.moved(f.school)
	return f
}

// send sends an attempt now, with enough time.
func (f *fixture) send(t *testing.T, attempt roll.Attempt) roll.Reply {
	t.Helper()
	return f.connections.Send(t.Context(), f.school, attempt, windowOf(time.Now(), 5*time.Second))
}

// windowOf is the window of a claim at the instant, for a service with that time limit.
func windowOf(at time.Time, call time.Duration) roll.Window {
	return roll.Window{ClaimedAt: at, Claimed: at, SendBefore: at.Add(3 * time.Second), Deadline: at.Add(call + 3*time.Second), Call: call}
}

// twoAbsent is an attempt for two students.
func twoAbsent() roll.Attempt {
	return roll.Attempt{
		ID: "attempt", School: "north", Save: "save", Date: "2026-11-20", Intent: roll.Intent{Status: roll.Status{ID: 2, Name: "Absent"}},
		Marks: []roll.Claimed{{Enrolment: 1, Student: 11, Version: 1}, {Enrolment: 9007199254740993, Student: 12, Version: 1}},
	}
}

const bothAbsent = `[{"studentId":11,"attendanceStatus":"Absent","date":"2026-11-20"},{"studentId":"12","attendanceStatus":"Absent","date":"2026-11-20","comments":{"x":[1]}}]`

// received is a request to the service.
type received struct {
	method, target, body string
	header               http.Header
}

// service gives the same answer to every request, and records them.
type service struct {
	mu     sync.Mutex
	status int
	body   string
	header map[string]string
	bodies map[string]string
	hangs  time.Duration
	had    []received
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	s.mu.Lock()
	s.had = append(s.had, received{r.Method, r.URL.RequestURI(), string(body), r.Header.Clone()})
	status, answer, hangs, header := s.status, s.body, s.hangs, s.header
	if own, ok := s.bodies[r.URL.RequestURI()]; ok {
		answer = own
	}
	s.mu.Unlock()
	select {
	case <-time.After(hangs):
	case <-r.Context().Done():
	}
	for name, value := range header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, answer)
}

func (s *service) requests() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.had
}

// keys are the sealed keys in use.
type keys struct {
	mu    sync.Mutex
	inUse map[roll.SchoolID]schools.Key
	noted []string
}

func (k *keys) use(school roll.SchoolID, id, key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.inUse[school] = schools.Key{ID: id, Sealed: []byte(key), Place: k.inUse[school].Place}
}

// moved moves the school's key in use to the school's present address.
func (k *keys) moved(school roll.School) {
	k.mu.Lock()
	defer k.mu.Unlock()
	key := k.inUse[school.ID]
	key.Place = schools.Place{BaseURL: school.BaseURL, Tenant: school.Tenant, Code: school.Code}
	k.inUse[school.ID] = key
}

func (k *keys) NoteKeyUsed(_ context.Context, school roll.SchoolID, id string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.noted = append(k.noted, string(school)+" "+id)
	return nil
}

func (k *keys) KeyInUse(_ context.Context, school roll.SchoolID) (schools.Key, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	key, ok := k.inUse[school]
	if !ok {
		return schools.Key{}, roll.Problem(roll.NotFound, "problem.what.404")
	}
	return key, nil
}

// sealedInPlain opens a sealed value by returning it; "broken" cannot be opened.
type sealedInPlain struct{}

func (sealedInPlain) Open(_ roll.SchoolID, sealed []byte) (vault.Secret, error) {
	if string(sealed) == "broken" {
		return vault.Secret{}, vault.ErrTampered
	}
	return vault.NewSecret(string(sealed)), nil
}
