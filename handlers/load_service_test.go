package handlers_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
)

// hangingService is the bulk save of many schools' systems, as fast as can be, that does
// not answer while it hangs.
type hangingService struct {
	mu sync.Mutex
	// released is closed when it answers again.
	released chan struct{}
	// lists are those that were answered: the school and its first student's id.
	lists map[string]bool
}

func newHangingService() *hangingService {
	released := make(chan struct{})
	close(released)
	return &hangingService{released: released, lists: make(map[string]bool)}
}

// hang makes it answer nothing until heal is called.
func (s *hangingService) hang() (heal func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	released := make(chan struct{})
	s.released = released
	return sync.OnceFunc(func() { close(released) })
}

// serve answers at the address until the benchmark is over.
func (s *hangingService) serve(b *testing.B) (address string) {
	b.Helper()
	server := httptest.NewServer(s)
	b.Cleanup(server.Close)
	return server.URL
}

// ServeHTTP answers the bulk save (service document, section 4.1).
func (s *hangingService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Enrolments []int64            `json:"studentSemesterInfoIds"`
		Status     struct{ ID int64 } `json:"attStatus"`
		Date       string             `json:"date"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	released := s.released
	s.mu.Unlock()
	select {
	case <-released:
	case <-r.Context().Done():
		return
	}
	type item struct {
		Student int64  `json:"studentId"`
		Status  string `json:"attendanceStatus"`
		Date    string `json:"date"`
	}
	names := map[int64]string{1: "Present", 2: "Absent"}
	items := make([]item, len(asked.Enrolments))
	for i, enrolment := range asked.Enrolments {
		items[i] = item{Student: studentOf(enrolment), Status: names[asked.Status.ID], Date: asked.Date}
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(items); err != nil {
		return // The caller did not wait.
	}
	s.note(fmt.Sprint(r.Header.Get("schoolCode"), " ", asked.Enrolments[0]))
}

func (s *hangingService) note(list string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lists[list] = true
}

// answered is how many different lists were answered.
func (s *hangingService) answered() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.lists)
}

func (s *hangingService) answeredAll(saves int64) bool { return int64(s.answered()) >= saves }

// studentOf is the student's id of an enrolment there.
func studentOf(enrolment int64) int64 { return enrolment + 1_000_000 }

// processStatus is what the system tells of this process.
func processStatus(b *testing.B) string {
	b.Helper()
	text, err := os.ReadFile("/proc/self/status")
	must(b, err)
	return string(text)
}
