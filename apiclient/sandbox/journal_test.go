package sandbox

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestAnArrivalHasTheRequestAndTheAnswerButNotTheKey(t *testing.T) {
	t.Parallel()
	s := start(t)
	ids := enrolmentIDs(s.class(t, harbourSchool(), "8B")[:2])
	began := s.clock.Now()
	body := saveBody(s.status(t, "Late"), `"checkInOrCheckOut":"in"`, ids...)
	s.post(t, body).items(t)
	one := s.Arrivals(harbourSchool().Code)[0]
	if !one.In.Equal(began) || one.Out == nil || one.Code != 200 || !one.Applied || one.Body != body {
		t.Errorf("arrival %+v", one)
	}
	if fmt.Sprint(one.Enrolments) != fmt.Sprint(ids) || one.StatusID != s.status(t, "Late") || one.Date != today || one.Check != "in" {
		t.Errorf("arrival %+v, want what was asked", one)
	}
	key := s.keys[harbourSchool().Code]
	if got := one.Header.Get(headerKey); !strings.HasSuffix(got, key[len(key)-4:]) || strings.Contains(fmt.Sprint(one.Header), key) {
		t.Errorf("headers %v", one.Header)
	}
	if one.Header.Get("Tenant") != harbourSchool().Tenant {
		t.Errorf("headers %v", one.Header)
	}
}

func TestRefusedAndMalformedSavesArriveToo(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.send(t.Context(), "POST", pathBulk, "{}", with(s.headers(harbourSchool()), headerKey, "wrong")).wantFailure(t, 401)
	s.post(t, "{").wantFailure(t, 400)
	arrivals := s.Arrivals(harbourSchool().Code)
	if len(arrivals) != 2 || arrivals[0].Code != 401 || arrivals[1].Code != 400 || arrivals[1].Body != "{" {
		t.Errorf("arrivals %+v", arrivals)
	}
	if others := s.Arrivals(tilleulsSchool().Code); len(others) != 0 {
		t.Errorf("another school's arrivals %+v", others)
	}
}

func TestTheJournalForgetsTheOldest(t *testing.T) {
	t.Parallel()
	j := newJournal()
	for i := range maxArrivals + 10 {
		c := &call{route: route{bulk: true}, request: newRequest(t, fmt.Sprint(i)), save: &bulkRequest{}, body: []byte("x")}
		j.begin(c, time.Time{})
		j.read(c)
		j.end(c, 200, time.Time{})
	}
	if len(j.arrivals) != maxArrivals || j.arrivals[0].SchoolCode != "10" || j.bytes != maxArrivals {
		t.Errorf("%d arrivals of %d bytes from %s", len(j.arrivals), j.bytes, j.arrivals[0].SchoolCode)
	}
	large := &call{route: route{bulk: true}, request: newRequest(t, "large"), save: &bulkRequest{enrolments: make([]int64, maxArrivalBytes/8)}}
	j.begin(large, time.Time{})
	j.read(large)
	if len(j.arrivals) > 1 || j.bytes > maxArrivalBytes {
		t.Errorf("%d arrivals of %d bytes after a large one", len(j.arrivals), j.bytes)
	}
}

func TestConcurrencyIsCountedForEachEnrolmentAndDate(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{DelayBeforeMs: 1, Calls: 3})
	code := harbourSchool().Code
	if s.MaxConcurrency(code) != 0 {
		t.Errorf("before anything: %d", s.MaxConcurrency(code))
	}
	first := s.saving(t.Context(), t, class[0].EnrolmentID)
	firstWait := <-s.timers
	other := s.saving(t.Context(), t, class[1].EnrolmentID)
	otherWait := <-s.timers
	if got := s.MaxConcurrency(code); got != 1 {
		t.Errorf("two enrolments at once: %d, want 1", got)
	}
	again := s.saving(t.Context(), t, class[0].EnrolmentID)
	for _, wait := range []timer{<-s.timers, firstWait, otherWait} {
		wait.fire()
	}
	for _, done := range []chan reply{first, other, again} {
		(<-done).items(t)
	}
	s.save(t, s.status(t, "Late"), class[2].EnrolmentID, class[2].EnrolmentID).items(t)
	if got := s.MaxConcurrency(code); got != 2 {
		t.Errorf("one enrolment twice at once: %d, want 2", got)
	}
	for i, want := range []int{2, 1, 1} {
		if got := s.maxConcurrencyOf(code, class[i].EnrolmentID, today); got != want {
			t.Errorf("enrolment %d: %d, want %d", i, got, want)
		}
	}
	if got := s.maxConcurrencyOf(code, 1, today); got != 0 {
		t.Errorf("an enrolment that never came: %d", got)
	}
	if got := s.MaxConcurrency(tilleulsSchool().Code); got != 0 {
		t.Errorf("another school: %d", got)
	}
}

func TestFlightsAreForgottenOnlyWhenTheyNeverMet(t *testing.T) {
	t.Parallel()
	met, alone, open := flightKey{"a", 1, today}, flightKey{"a", 2, today}, flightKey{"a", 3, today}
	f := flights{met: {peak: 2}, alone: {peak: 1}, open: {open: 1, peak: 1}}
	f.forget()
	if f[met] == nil || f[alone] != nil || f[open] == nil {
		t.Errorf("left %v", f)
	}
}

func TestCallsAreCountedByPath(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.get(t, pathPeriods)
	s.get(t, pathPeriods)
	s.get(t, "/serviceapi/v1/nothing")
	s.send(t.Context(), "GET", pathStatuses, "", nil)
	calls := s.Calls()
	own := calls[harbourSchool().Code]
	if own[pathPeriods] != 2 || own["other"] != 1 || calls[""][pathStatuses] != 1 {
		t.Errorf("calls %v", calls)
	}
}

// askingAgain sends the next request from within the first byte of an answer.
type askingAgain struct {
	*httptest.ResponseRecorder
	next func()
}

func (w *askingAgain) WriteHeader(code int) {
	w.next()
	w.ResponseRecorder.WriteHeader(code)
}

func TestACallerWhoRepeatsOnTheFirstByteIsNotCountedTwice(t *testing.T) {
	t.Parallel()
	s := start(t)
	body := saveBody(s.status(t, "Late"), "", s.class(t, harbourSchool(), "8B")[0].EnrolmentID)
	request := func() *http.Request {
		made := httptest.NewRequestWithContext(t.Context(), "POST", pathBulk, strings.NewReader(body))
		made.Header = headerOf(with(s.headers(harbourSchool()), "Content-Type", "application/json"))
		return made
	}
	second := httptest.NewRecorder()
	first := &askingAgain{httptest.NewRecorder(), func() { s.ServeHTTP(second, request()) }}
	s.ServeHTTP(first, request())
	if first.Code != 200 || second.Code != 200 || s.MaxConcurrency(harbourSchool().Code) != 1 {
		t.Errorf("answers %d and %d, concurrency %d", first.Code, second.Code, s.MaxConcurrency(harbourSchool().Code))
	}
}

// maxConcurrencyOf is MaxConcurrency for one enrolment and date (YYYY-MM-DD); 0 when none ever came.
func (s *Sandbox) maxConcurrencyOf(schoolCode string, enrolment int64, date string) int {
	s.journal.mu.Lock()
	defer s.journal.mu.Unlock()
	if one := s.journal.flights[flightKey{schoolCode, enrolment, date}]; one != nil {
		return one.peak
	}
	return 0
}
