package load_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// A big school, and the address of its day.
const (
	bigSchool = roll.SchoolID("big")
	bigDay    = "/schools/big/day"
)

// bootBig starts the program with a school of classes classes with size students each, whose system answers
// every save at once. Kofi works in its office.
func bootBig(t testing.TB, classes, size int, changes ...func(*roll.School)) *apptest.Program {
	t.Helper()
	return bootBigOn(t, apptest.NewDatabase(t, t.TempDir()), classes, size, changes...)
}

// bootBigOn is bootBig on the database at the location.
func bootBigOn(t testing.TB, location string, classes, size int, changes ...func(*roll.School)) *apptest.Program {
	t.Helper()
	p := &apptest.Program{App: apptest.NewApp(t, apptest.Options{Database: location})}
	service := httptest.NewServer(newHangingService())
	t.Cleanup(service.Close)
	apptest.Must(t, p.App.Store.AddPerson(t.Context(), roll.Person{ID: apptest.OfficeWorker, Email: apptest.OfficeWorker, Name: "Kofi Osei"}, apptest.EveryHash))
	addBig(t, p, bigSchool, service.URL, apptest.ManyStudents(classes, size), changes...)
	p.Run(t)
	return p
}

// addBig adds a school with the students, whose system is at the address.
func addBig(t testing.TB, p *apptest.Program, id roll.SchoolID, address string, students []roll.Enrolment, changes ...func(*roll.School)) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/London")
	apptest.Must(t, err)
	school := roll.School{
		ID: id, Name: "A big school", Zone: zone, BaseURL: address, Tenant: "big", Code: "big",
		Call: 15 * time.Second, Apply: 60 * time.Second, PastDays: 30,
	}
	for _, change := range changes {
		change(&school)
	}
	apptest.Must(t, p.App.Connecting.AddSchool(t.Context(), school, apiclient.NewKey("a-key-of-a-school")))
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.OfficeWorker, id, roll.Office))
	apptest.Must(t, p.App.Store.PutPeriods(t.Context(), id, lists.Typed, []roll.Period{{ID: "1", Name: "2026/27"}}))
	apptest.Must(t, p.App.Store.PutStatuses(t.Context(), id, lists.Typed, []roll.Status{
		{ID: 1, Name: "Present", Letter: "P", Family: roll.Present}, {ID: 2, Name: "Absent", Letter: "A", Family: roll.Absent},
		{ID: 3, Name: "Late", Letter: "L", Family: roll.Late, CarriesTime: true},
	}))
	apptest.Must(t, p.App.Store.PutStudents(t.Context(), id, "1", lists.FromFile, students))
}

// hangingService answers the bulk saves of many schools' systems as fast as it can, and not at all while it
// hangs.
type hangingService struct {
	mu sync.Mutex
	// released is closed when it answers again.
	released chan struct{}
	// lists contains the answered lists, by the school and the first student's id.
	lists map[string]bool
}

// newHangingService returns a service that does not hang.
func newHangingService() *hangingService {
	released := make(chan struct{})
	close(released)
	return &hangingService{released: released, lists: make(map[string]bool)}
}

// ServeHTTP answers the bulk save (service document, section 4.1).
func (s *hangingService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Enrolments []int64            `json:"studentSemesterInfoIds"`
		Status     struct{ ID int64 } `json:"attStatus"`
		Date       string             `json:"date"`
	}
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
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
	items := make([]item, len(request.Enrolments))
	for i, enrolment := range request.Enrolments {
		items[i] = item{Student: apptest.StudentOf(enrolment), Status: names[request.Status.ID], Date: request.Date}
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(items); err != nil {
		return // the caller did not wait
	}
	s.note(fmt.Sprint(r.Header.Get("schoolCode"), " ", request.Enrolments[0]))
}

func (s *hangingService) note(list string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lists[list] = true
}

// answered returns the number of different lists that were answered.
func (s *hangingService) answered() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.lists)
}
