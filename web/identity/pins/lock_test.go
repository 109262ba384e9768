package pins_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"rollbook/web/identity/pins"
	"rollbook/web/roll"
)

// untilLocked enters wrong PINs, five on each tablet in turn, until the name is locked, and counts the
// checked ones.
func (s *school) untilLocked(t *testing.T, person roll.PersonID) (looked int) {
	t.Helper()
	before := s.compared
	for i := range 60 {
		_, err := s.try(t, pins.Tablet{ID: fmt.Sprint("tablet ", i/5), School: "north"}, person, badPIN)
		if isLocked(err) {
			return s.compared - before
		}
	}
	t.Fatal("it is never locked")
	return 0
}

func isLocked(err error) bool {
	var locked *pins.LockedError
	return errors.As(err, &locked)
}

func TestTwentyWrongPINsInADayLockTheNameUntilTheLockIsLifted(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	if looked := s.untilLocked(t, "grace"); looked != 20 {
		t.Errorf("%d are looked at", looked)
	}
	s.now = s.now.Add(30 * 24 * time.Hour)
	if _, err := s.try(t, door(), "grace", goodPIN); !isLocked(err) {
		t.Errorf("a month later the right one: %v", err)
	}
	if _, err := s.try(t, door(), "tom", goodPIN); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	locked, err := s.pins().Locked(t.Context(), "north")
	if err != nil || len(locked) != 1 || locked[0].Name != "Name grace" {
		t.Errorf("locked are %+v, %v", locked, err)
	}
	must(t, s.pins().Lift(t.Context(), roll.Person{ID: "grace"}, []roll.Membership{{School: "north"}}))
	if _, err := s.try(t, door(), "grace", goodPIN); err != nil {
		t.Errorf("after it is lifted: %v", err)
	}
}

func TestFewerThanTwentyWrongPINsADayLockNoName(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	for range 2 {
		for i := range 15 {
			if _, err := s.try(t, pins.Tablet{ID: fmt.Sprint("tablet ", i/5), School: "north"}, "grace", badPIN); isLocked(err) {
				t.Fatal("it is locked")
			}
		}
		s.now = s.now.Add(24 * time.Hour)
	}
	if _, err := s.try(t, door(), "grace", goodPIN); err != nil {
		t.Errorf("the right one: %v", err)
	}
}

func TestFiftyWrongPINsInARowLockTheNameHoweverManyDaysTheyTake(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	var err error
	for i := 0; i < 100 && !isLocked(err); i++ {
		_, err = s.try(t, pins.Tablet{ID: fmt.Sprint("tablet ", i/5), School: "north"}, "grace", badPIN)
		if i%10 == 9 {
			s.now = s.now.Add(24 * time.Hour)
		}
	}
	if s.compared != 50 {
		t.Errorf("%d are looked at", s.compared)
	}
}

func TestUnknownNamesLockNoNameAndAreAnsweredLikeKnownOnes(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	for i := range 60 {
		if _, err := s.try(t, door(), roll.PersonID(fmt.Sprint("Person Number ", i)), badPIN); !isWrong(err) {
			t.Fatalf("made-up name %d: %v", i, err)
		}
	}
	if _, err := s.try(t, door(), "grace", goodPIN); err != nil {
		t.Errorf("a name that somebody has: %v", err)
	}
	answers := func(person roll.PersonID) (all []string) {
		for i := range 25 {
			before := s.compared
			_, err := s.try(t, pins.Tablet{ID: fmt.Sprint("tablet ", i/6), School: "north"}, person, badPIN)
			all = append(all, fmt.Sprint(s.compared-before, " ", err))
		}
		return all
	}
	if made, known := answers("Mary Poppins"), answers("tom"); !slices.Equal(made, known) {
		t.Errorf("a made-up name is answered\n%q\nand one that somebody has\n%q", made, known)
	}
}

func TestPeopleWithTheSameNameHaveTheirOwnPINs(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	s.people["tom"] = roll.PINHolder{Person: "tom", Name: "Name Grace", Role: roll.Teacher}
	must(t, s.pins().Set(t.Context(), "tom", "9041"))
	for range 30 {
		if holder, err := s.try(t, door(), "tom", "9041"); err != nil || holder.Person != "tom" {
			t.Fatalf("it names %+v, %v", holder, err)
		}
	}
	_, _ = s.try(t, door(), "grace", badPIN)
	_, _ = s.try(t, door(), "tom", "9041")
	if counted := s.tries[roll.Counter{Place: "tablet door", Person: "grace"}].Count; counted != 1 {
		t.Errorf("the PIN of one left %d wrong ones of the other", counted)
	}
}
