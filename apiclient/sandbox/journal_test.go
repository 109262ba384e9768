package sandbox

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
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
	save := &bulkRequest{enrolments: []int64{7, 7}, date: today}
	for i := range maxArrivals + 10 {
		one := j.arrives(headerOf(map[string]string{headerSchool: fmt.Sprint(i)}), time.Time{})
		j.keepSave(one, "x", []byte("x"), save)
		j.noteEnd(one, 200, time.Time{})
	}
	if len(j.arrivals) != maxArrivals || j.arrivals[0].SchoolCode != "10" {
		t.Errorf("%d arrivals from %s", len(j.arrivals), j.arrivals[0].SchoolCode)
	}
	if len(j.flying) != 0 || j.MaxConcurrency("x") != 1 {
		t.Errorf("%d enrolments are in flight for ever, at most %d at once", len(j.flying), j.MaxConcurrency("x"))
	}
	large := j.arrives(headerOf(nil), time.Time{})
	j.keepSave(large, "x", make([]byte, maxBody), &bulkRequest{enrolments: make([]int64, maxBody/2)})
	if len(large.Body) != maxKeptBody || len(large.Enrolments) != maxKeptEnrolments {
		t.Errorf("of a large arrival it keeps %d bytes and %d enrolments", len(large.Body), len(large.Enrolments))
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
	if got := s.MaxConcurrency(code); got != 2 {
		t.Errorf("one enrolment twice at once: %d, want 2", got)
	}
	if got := s.MaxConcurrency(tilleulsSchool().Code); got != 0 {
		t.Errorf("another school: %d", got)
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

func TestARequestWhoseCallerLeftIsNotCountedBesideTheNext(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{DelayBeforeMs: 1, Calls: 2})
	student, code := class[0].EnrolmentID, harbourSchool().Code
	ctx, leave := context.WithCancel(t.Context())
	left := s.saving(ctx, t, student)
	firstWait := <-s.timers
	leave()
	<-left
	for s.inFlight() > 0 {
		runtime.Gosched()
	}
	next := s.saving(t.Context(), t, student)
	(<-s.timers).fire()
	(<-next).items(t)
	firstWait.fire()
	if got := s.MaxConcurrency(code); got != 1 {
		t.Errorf("%d requests for one student at once, want 1", got)
	}
}

// inFlight counts the enrolments in flight.
func (j *journal) inFlight() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.flying)
}
