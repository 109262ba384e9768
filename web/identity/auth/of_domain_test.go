package auth_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"rollbook/web/identity/auth"
)

func staff(i int) string { return fmt.Sprintf("staff%d@oak.example", i) }

// network returns an address in a different network for each number.
func network(i int) string { return fmt.Sprintf("10.%d.%d.1", i>>8, i&255) }

// sprayed tries one wrong password for each of 1000 accounts of oak from the first on, each from its own
// network, and counts the checked ones.
func (s *school) sprayed(t *testing.T, first int) (looked int, wait time.Duration) {
	t.Helper()
	for i := first; i < first+1000; i++ {
		_, err := s.signInFrom(staff(i), "wrong password", auth.From{Address: network(i)})
		var slowed *auth.ThrottledError
		switch {
		case errors.As(err, &slowed):
			wait = slowed.RetryAfter
		case errors.Is(err, auth.ErrWrong):
			looked++
		default:
			t.Fatal(err)
		}
	}
	return looked, wait
}

func TestManyNamesThatEndAlikeTriedFromManyNetworksAreSlowed(t *testing.T) {
	t.Parallel()
	school := newSchool()
	looked, wait := school.sprayed(t, 0)
	if looked != 300 || school.verified != 300 || wait != 10*time.Second {
		t.Fatalf("%d of 1000 tries are looked at, and the next waits %s", looked, wait)
	}
	school.clock = school.clock.Add(24 * time.Hour)
	if looked, _ := school.sprayed(t, 0); looked != 300 {
		t.Errorf("a day later %d are looked at", looked)
	}
}

func TestAPersonOnANewDeviceWaitsOnceWhileTheirSchoolIsAttacked(t *testing.T) {
	t.Parallel()
	school := newSchool()
	school.sprayed(t, 0)
	own := auth.From{Device: "new", Address: "192.0.2.7"}
	_, err := school.signInFrom(staff(5000), password, own)
	var slowed *auth.ThrottledError
	if !errors.As(err, &slowed) || slowed.RetryAfter != 10*time.Second {
		t.Fatalf("at first: %v", err)
	}
	for range 9 {
		// Others continue to try, and so does the person.
		school.clock = school.clock.Add(time.Second)
		school.sprayed(t, 0)
		left := slowed.RetryAfter - time.Second
		if _, err = school.signInFrom(staff(5000), password, own); !errors.As(err, &slowed) || slowed.RetryAfter != left {
			t.Fatalf("%s before their turn: %v", left, err)
		}
	}
	school.clock = school.clock.Add(time.Second)
	school.sprayed(t, 0)
	if _, err := school.signInFrom(staff(5000), password, own); err != nil {
		t.Errorf("when their turn comes: %v", err)
	}
	if _, err := school.signInFrom(staff(5000), password, own); err != nil {
		t.Errorf("the device is known by then: %v", err)
	}
}

func TestATurnIsForOneTryAndForThatNameFromThatNetwork(t *testing.T) {
	t.Parallel()
	school := newSchool()
	school.sprayed(t, 0)
	tryFrom := func(name, address string) time.Duration {
		var slowed *auth.ThrottledError
		if _, err := school.signInFrom(name, "wrong password", auth.From{Address: address}); errors.As(err, &slowed) {
			return slowed.RetryAfter
		}
		return 0
	}
	waits := []time.Duration{tryFrom(staff(5000), "192.0.2.7")}
	school.clock = school.clock.Add(10 * time.Second)
	school.sprayed(t, 1000)
	waits = append(waits, tryFrom(staff(5001), "192.0.2.7"), tryFrom(staff(5000), "198.51.100.7"),
		tryFrom(staff(5000), "192.0.2.200"), tryFrom(staff(5000), "192.0.2.7"))
	school.clock = school.clock.Add(10*time.Second + 11*time.Minute)
	school.sprayed(t, 2000)
	waits = append(waits, tryFrom(staff(5000), "192.0.2.7"))
	want := []time.Duration{10 * time.Second, 10 * time.Second, 10 * time.Second, 0, 10 * time.Second, 10 * time.Second}
	if fmt.Sprint(waits) != fmt.Sprint(want) {
		t.Errorf("the tries wait %v, want %v", waits, want)
	}
}

func TestAKnownDeviceIsNeverSlowedByItsSchool(t *testing.T) {
	t.Parallel()
	school := newSchool()
	own := auth.From{Device: "tablet", Address: "192.0.2.7"}
	if _, err := school.signInFrom(staff(1), password, own); err != nil {
		t.Fatal(err)
	}
	school.sprayed(t, 0)
	if _, err := school.signInFrom(staff(1), password, own); err != nil {
		t.Errorf("her own device: %v", err)
	}
}

func TestOtherSchoolsAreNotSlowed(t *testing.T) {
	t.Parallel()
	school := newSchool()
	school.sprayed(t, 0)
	if _, err := school.signInFrom("ada@school.example", password, auth.From{Address: "192.0.2.7"}); err != nil {
		t.Errorf("somebody of another school: %v", err)
	}
}

func TestTwoHundredPeopleWhoMistypeAtHalfPastEightAreNotSlowedByTheirSchool(t *testing.T) {
	t.Parallel()
	school := newSchool()
	random := rand.New(rand.NewPCG(8, 30))
	for i := range 200 {
		from := auth.From{Device: fmt.Sprint("new ", i), Address: network(i)}
		// Most people type it correctly at once; the slowest need four tries.
		for wrong := random.IntN(4); wrong > 0; wrong-- {
			if _, err := school.signInFrom(staff(i), "wrong password", from); !errors.Is(err, auth.ErrWrong) {
				t.Fatalf("person %d: %v", i, err)
			}
		}
		if _, err := school.signInFrom(staff(i), password, from); err != nil {
			t.Fatalf("person %d: %v", i, err)
		}
		school.clock = school.clock.Add(3 * time.Second)
	}
}

func TestUnknownNamesSlowNoSchool(t *testing.T) {
	t.Parallel()
	school := newSchool()
	for i := range 5000 {
		_, _ = school.signInFrom(fmt.Sprintf("person%d@nowhere.example", i), "x", auth.From{Address: network(i)})
	}
	if looked, _ := school.sprayed(t, 0); looked != 300 {
		t.Errorf("%d tries of a school's names are looked at, want 300", looked)
	}
}
