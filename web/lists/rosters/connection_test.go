package rosters

import (
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/schools"
)

// moves connects the school to another place, with a scripted service.
func (f *fixture) moves(there func(s *service)) {
	f.Helper()
	elsewhere := f.school
	elsewhere.BaseURL += "https://elsewhere.example"
	must(f.T, f.store.Connect(f.Context(), elsewhere, schools.Key{Sealed: []byte("y")}))
	var err error
	f.school, err = f.store.School(f.Context(), "north")
	must(f.T, err)
	f.service.set(there)
}

// TestAListOfAnEarlierConnectionIsNeverThatOfTheNext requests a list just before the school is connected to
// another place.
func TestAListOfAnEarlierConnectionIsNeverThatOfTheNext(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		ada(f.service)
		f.service.takes = 10 * time.Second
		before := f.school
		go func() {
			_, _, err := f.rosters.Students(f.Context(), before, "2026")
			must(f.T, err)
		}()
		f.pass(time.Second)
		began := time.Now()
		f.moves(func(s *service) { bob(s); s.takes = 0 })
		if f.first() != "Bob" || time.Since(began) > 0 {
			f.Errorf("after %v the list names %q", time.Since(began), f.first())
		}
		f.pass(10 * time.Second)
		if f.first() != "Bob" {
			f.Errorf("in the end the list names %q", f.first())
		}
	})
}

// TestAnEarlierConnectionThatFailsDoesNotDelayTheNext expects the statuses at once.
func TestAnEarlierConnectionThatFailsDoesNotDelayTheNext(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.takes, f.service.fails = 10*time.Second, errDown
		before := f.school
		go func() {
			_, _, err := f.rosters.Statuses(f.Context(), before, "2026")
			must(f.T, err)
		}()
		f.pass(time.Second)
		f.moves(func(*service) {})
		f.pass(10 * time.Second)
		f.service.set(func(s *service) { up(s); s.takes, s.statuses = 0, []roll.Status{{ID: 1, Name: "Present"}} })
		if statuses, age, err := f.rosters.Statuses(f.Context(), f.school, "2026"); err != nil || len(statuses) != 1 {
			f.Errorf("there are %v, %+v, %v", statuses, age, err)
		}
	})
}
