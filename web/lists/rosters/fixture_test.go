package rosters

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/language"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/schools"
)

// fixture is the real store and a scripted service around a Rosters, in a bubble with a virtual clock.
type fixture struct {
	*testing.T
	rosters *Rosters
	store   *store.Store
	service *service
	school  roll.School
}

var errDown = errors.New("the service is down")

// inBubble runs a test with a new database and a new Rosters.
func inBubble(t *testing.T, test func(f *fixture)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		opened, err := store.Open(t.Context(), "sqlite:"+filepath.Join(folder(t), "rosters.db"), time.Now)
		must(t, err)
		must(t, opened.Database.Migrate(t.Context()))
		f := &fixture{T: t, store: opened, service: &service{calls: make(map[string]int)}, school: roll.School{ID: "north", Name: "N", Zone: time.UTC}}
		must(t, opened.AddSchool(t.Context(), f.school, schools.Key{Sealed: []byte("x")}))
		f.school, err = opened.School(t.Context(), f.school.ID)
		must(t, err)
		f.rosters = f.another()
		test(f)
		f.rosters.Close()
		must(t, opened.Close())
	})
}

// another is a Rosters of another process on the same database.
func (f *fixture) another() *Rosters {
	f.Helper()
	words, err := language.Load()
	must(f.T, err)
	made, err := New(f.store, f.service, func(err error) string { return err.Error() }, words, time.Now, slog.New(slog.DiscardHandler))
	must(f.T, err)
	return made
}

func folder(t *testing.T) string {
	t.Helper()
	//nolint:usetesting // a temporary folder of the test stands on the disk
	folder, err := os.MkdirTemp("/dev/shm", "rosters")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { must(t, os.RemoveAll(folder)) })
	return folder
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// pass lets time pass.
func (f *fixture) pass(d time.Duration) {
	f.Helper()
	time.Sleep(d)
	synctest.Wait()
}

// students are the given names of the period's students.
func (f *fixture) students() (names []string, age roll.Age) {
	f.Helper()
	all, age, err := f.rosters.Students(f.Context(), f.school, "2026")
	must(f.T, err)
	for _, student := range all {
		names = append(names, student.Given)
	}
	synctest.Wait()
	return names, age
}

// first is the first student's name, or "".
func (f *fixture) first() string {
	f.Helper()
	names, _ := f.students()
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

// service is a school's service that a test scripts.
type service struct {
	mu       sync.Mutex
	calls    map[string]int
	takes    time.Duration
	fails    error
	students []roll.Enrolment
	statuses []roll.Status
}

func (s *service) set(change func(s *service)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s)
}

func (s *service) called(what string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[what]
}

// call counts, waits and fails as scripted.
func (s *service) call(ctx context.Context, what string) error {
	s.mu.Lock()
	s.calls[what]++
	takes, fails := s.takes, s.fails
	s.mu.Unlock()
	select {
	case <-time.After(takes):
		return fails
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *service) Periods(ctx context.Context, _ roll.School) ([]roll.Period, error) {
	return []roll.Period{{ID: "2026", Name: "This year"}}, s.call(ctx, "periods")
}

func (s *service) Statuses(ctx context.Context, _ roll.School, _ roll.PeriodID) ([]roll.Status, error) {
	s.mu.Lock()
	statuses := slices.Clone(s.statuses)
	s.mu.Unlock()
	return statuses, s.call(ctx, "statuses")
}

func (s *service) Students(ctx context.Context, _ roll.School, _ roll.PeriodID) (roll.StudentList, error) {
	s.mu.Lock()
	read := roll.StudentList{Students: slices.Clone(s.students)}
	s.mu.Unlock()
	return read, s.call(ctx, "students")
}

func ada(s *service) {
	s.students = []roll.Enrolment{{ID: 1, Student: 11, Given: "Ada", Class: "8b", ClassName: "8B"}}
}
func bob(s *service) {
	s.students = []roll.Enrolment{{ID: 2, Student: 12, Given: "Bob", Class: "8b", ClassName: "8B"}}
}
func down(s *service) { s.fails = errDown }
func up(s *service)   { s.fails = nil }
