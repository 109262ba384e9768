package apptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// A big school, and the address of its day.
const (
	BigSchool = roll.SchoolID("big")
	BigDay    = "/schools/big/day"
)

// BootBig starts the program with a school of classes classes with size students each, whose system answers
// every save at once. Kofi works in its office.
func BootBig(t testing.TB, classes, size int, changes ...func(*roll.School)) *Program {
	t.Helper()
	p := &Program{App: NewApp(t, Options{})}
	service := httptest.NewServer(NewHangingService())
	t.Cleanup(service.Close)
	Must(t, p.App.Store.AddPerson(t.Context(), roll.Person{ID: OfficeWorker, Email: OfficeWorker, Name: "Kofi Osei"}, EveryHash))
	p.AddBig(t, BigSchool, service.URL, ManyStudents(classes, size), changes...)
	p.Run(t)
	return p
}

// AddBig adds a school with the students, whose system is at the address.
func (p *Program) AddBig(t testing.TB, id roll.SchoolID, address string, students []roll.Enrolment, changes ...func(*roll.School)) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/London")
	Must(t, err)
	school := roll.School{
		ID: id, Name: "A big school", Zone: zone, BaseURL: address, Tenant: "big", Code: "big",
		Call: 15 * time.Second, Apply: 60 * time.Second, PastDays: 30,
	}
	for _, change := range changes {
		change(&school)
	}
	Must(t, p.App.Connecting.AddSchool(t.Context(), school, apiclient.NewKey("a-key-of-a-school")))
	Must(t, p.App.Store.Join(t.Context(), OfficeWorker, id, roll.Office))
	Must(t, p.App.Store.PutPeriods(t.Context(), id, lists.Typed, []roll.Period{{ID: "1", Name: "2026/27"}}))
	Must(t, p.App.Store.PutStatuses(t.Context(), id, lists.Typed, []roll.Status{
		{ID: 1, Name: "Present", Letter: "P", Family: roll.Present}, {ID: 2, Name: "Absent", Letter: "A", Family: roll.Absent},
		{ID: 3, Name: "Late", Letter: "L", Family: roll.Late, CarriesTime: true},
	}))
	Must(t, p.App.Store.PutStudents(t.Context(), id, "1", lists.FromFile, students))
}

// ManyStudents returns students whose names differ, but share parts as real names do.
func ManyStudents(classes, size int) []roll.Enrolment {
	given := []string{"Amélie", "Noah", "Łukasz", "Ayşe", "İpek", "Björn", "明", "محمد", "Oluwaseun", "Zoë"}
	family := []string{"Okafor", "Müller", "Strauß", "Özdemir", "O’Neill", "García López", "Nguyễn", "李", "Kovač", "van den Berg", "Smith"}
	var students []roll.Enrolment
	for class := range classes {
		for i := range size {
			number := class*size + i + 1
			students = append(students, roll.Enrolment{
				ID: roll.EnrolmentID(number), Student: roll.StudentID(StudentOf(int64(number))),
				Given: given[number%len(given)], Family: fmt.Sprintf("%s-%d", family[number%len(family)], number),
				Class: roll.ClassID(fmt.Sprintf("class-%d", class)), ClassName: fmt.Sprintf("%d%c", class/6+1, 'A'+class%6),
			})
		}
	}
	return students
}

// Settled waits until no mark of the school's day is under way.
func (p *Program) Settled(t testing.TB, school roll.SchoolID) {
	t.Helper()
	changed, stop := p.App.Live.Listen(live.DayOf(school, Today))
	defer stop()
	limit := time.NewTimer(Patience)
	defer limit.Stop()
	for {
		waiting, err := p.App.Store.Pending(t.Context(), school, roll.Waiting, roll.Confirming)
		Must(t, err)
		if len(waiting) == 0 {
			return
		}
		select {
		case <-changed:
		case <-limit.C:
			t.Fatalf("%d marks are still under way", len(waiting))
		}
	}
}

// HangingService answers the bulk saves of many schools' systems as fast as it can, and not at all while it
// hangs.
type HangingService struct {
	Mu sync.Mutex
	// Released is closed when it answers again.
	Released chan struct{}
	// lists contains the answered lists, by the school and the first student's id.
	lists map[string]bool
}

// NewHangingService returns a service that does not hang.
func NewHangingService() *HangingService {
	released := make(chan struct{})
	close(released)
	return &HangingService{Released: released, lists: make(map[string]bool)}
}

// ServeHTTP answers the bulk save (service document, section 4.1).
func (s *HangingService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Enrolments []int64            `json:"studentSemesterInfoIds"`
		Status     struct{ ID int64 } `json:"attStatus"`
		Date       string             `json:"date"`
	}
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.Mu.Lock()
	released := s.Released
	s.Mu.Unlock()
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
		items[i] = item{Student: StudentOf(enrolment), Status: names[request.Status.ID], Date: request.Date}
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(items); err != nil {
		return // the caller did not wait
	}
	s.note(fmt.Sprint(r.Header.Get("schoolCode"), " ", request.Enrolments[0]))
}

func (s *HangingService) note(list string) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.lists[list] = true
}

// Answered returns the number of different lists that were answered.
func (s *HangingService) Answered() int {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return len(s.lists)
}

// StudentOf returns the student's id of an enrolment there.
func StudentOf(enrolment int64) int64 { return enrolment + 1_000_000 }
