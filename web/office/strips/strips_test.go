package strips

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/roll"
)

// settled is a store with a class's settled marks.
type settled struct {
	dates []roll.Date
	marks map[roll.Date][]roll.Mark
	fails error
	read  int
	class roll.ClassID
	most  int
}

func (s *settled) RollDates(_ context.Context, _ roll.SchoolID, class roll.ClassID, _ roll.Date, most int) ([]roll.Date, error) {
	s.read++
	s.class, s.most = class, most
	return s.dates, s.fails
}

func (s *settled) Settled(_ context.Context, _ roll.SchoolID, dates []roll.Date, enrolments []roll.EnrolmentID, each func(roll.Date, roll.Mark)) error {
	for _, date := range dates {
		for _, mark := range s.marks[date] {
			if slices.Contains(enrolments, mark.Enrolment) {
				each(date, mark)
			}
		}
	}
	return nil
}

var errDisk = errors.New("disk")

func threeDays() *settled {
	mark := func(enrolment roll.EnrolmentID, family roll.Family) roll.Mark {
		return roll.Mark{Enrolment: enrolment, Intent: roll.Intent{Status: roll.Status{Family: family}}, Outcome: roll.Saved}
	}
	differs := roll.Mark{Enrolment: 2, Intent: roll.Intent{Status: roll.Status{Family: roll.Absent}}, Outcome: roll.Differs, Returned: "Excused"}
	return &settled{
		dates: []roll.Date{"2026-11-19", "2026-11-18", "2026-11-16"},
		marks: map[roll.Date][]roll.Mark{
			"2026-11-19": {mark(1, roll.Late), differs},
			"2026-11-18": {mark(2, roll.Present)},
			"2026-11-16": {mark(1, roll.Present), mark(2, roll.Absent), mark(9, roll.Absent)},
		},
	}
}

func classOf8b() Class { return Class{School: "north", Class: "8b", Before: "2026-11-20"} }

func newStrips(t *testing.T, store Store) *Strips {
	t.Helper()
	made, err := New(store)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestAStripListsAStudentsDaysTheOldestFirst(t *testing.T) {
	t.Parallel()
	store := threeDays()
	families, err := newStrips(t, store).Of(t.Context(), classOf8b(), []roll.Enrolment{{ID: 1}, {ID: 2}, {ID: 3}})
	if err != nil {
		t.Fatal(err)
	}
	for enrolment, want := range map[roll.EnrolmentID][]roll.Family{
		1: {roll.Present, "", roll.Late}, 2: {roll.Absent, roll.Present, roll.Excused}, 3: {"", "", ""},
	} {
		if !slices.Equal(families[enrolment], want) {
			t.Errorf("student %d was %q", enrolment, families[enrolment])
		}
	}
	if store.class != "8b" || store.most != 10 {
		t.Errorf("asked for %d dates of class %s", store.most, store.class)
	}
}

func TestAClassWithoutSettledDatesHasNoStrips(t *testing.T) {
	t.Parallel()
	families, err := newStrips(t, &settled{}).Of(t.Context(), classOf8b(), []roll.Enrolment{{ID: 1}})
	if len(families) != 0 || err != nil {
		t.Errorf("it has %v, %v", families, err)
	}
}

func TestStripsAreReadOnceAMinuteAndAFailureIsNotKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := threeDays()
		strips := newStrips(t, store)
		defer strips.known.StopAllGoroutines()
		store.fails = errDisk
		if _, err := strips.Of(t.Context(), classOf8b(), nil); !errors.Is(err, errDisk) {
			t.Errorf("a store that fails: %v", err)
		}
		store.fails = nil
		for range 3 {
			if _, err := strips.Of(t.Context(), classOf8b(), nil); err != nil {
				t.Error(err)
			}
		}
		if store.read != 2 {
			t.Errorf("within a minute they were read %d times", store.read-1)
		}
		time.Sleep(keptFor)
		if _, err := strips.Of(t.Context(), classOf8b(), nil); err != nil || store.read != 3 {
			t.Errorf("after a minute they were read %d times in all, %v", store.read, err)
		}
		other := classOf8b()
		other.School = "south"
		if _, err := strips.Of(t.Context(), other, nil); err != nil || store.read != 4 {
			t.Errorf("another school's were read %d times in all, %v", store.read, err)
		}
	})
}
