package auth_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/identity/auth"
)

// tryAll tries the accounts of these numbers from the address, and counts the checked passwords.
func (s *school) tryAll(t *testing.T, first, end int, address func(int) string) (looked int, wait time.Duration) {
	t.Helper()
	for i := first; i < end; i++ {
		_, err := s.signInFrom(staff(i), "wrong password", auth.From{Address: address(i)})
		var slowed *auth.ThrottledError
		switch {
		case errors.As(err, &slowed):
			wait = slowed.RetryAfter
		case !errors.Is(err, auth.ErrWrong):
			t.Fatal(err)
		default:
			looked++
		}
	}
	return looked, wait
}

func from(address string) func(int) string { return func(int) string { return address } }

func TestFourHundredAccountsTriedFromOneAddressAreSlowedFromTheThirtiethOn(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]func(int) string{
		"one address": from("192.0.2.7"), "one network": func(i int) string { return fmt.Sprintf("192.0.2.%d", i%256) },
		"one network of version 6": func(i int) string { return fmt.Sprintf("2001:db8:1:2::%x", i) }, "no address": from("somewhere"),
	} {
		school := newSchool()
		looked, wait := school.tryAll(t, 0, 400, address)
		if looked != 30 || school.verified != 30 || wait != 10*time.Second {
			t.Errorf("%s: %d tries are looked at, and the next waits %s", name, looked, wait)
		}
		school.clock = school.clock.Add(20 * time.Second)
		if looked, _ := school.tryAll(t, 400, 405, address); looked != 1 {
			t.Errorf("%s: after twenty seconds %d are looked at", name, looked)
		}
		school.clock = school.clock.Add(15 * time.Minute)
		if looked, _ := school.tryAll(t, 1000, 1400, address); looked != 30 {
			t.Errorf("%s: fifteen minutes later %d are looked at", name, looked)
		}
	}
}

func TestMoreWrongPasswordsForOneAccountCountOnceForItsAddress(t *testing.T) {
	t.Parallel()
	school := newSchool()
	for i := range 30 {
		_, _ = school.signIn(staff(1000+i%6), "wrong password", "")
	}
	if looked, _ := school.tryAll(t, 0, 400, from("192.0.2.7")); looked != 24 {
		t.Errorf("%d other accounts are looked at, want 24", looked)
	}
}

func TestAPersonWhoMustWaitGetsInAfterwardsDespiteOtherTries(t *testing.T) {
	t.Parallel()
	for name, others := range map[string]func(*school, int){
		"all accounts": func(s *school, i int) { _, _ = s.signIn(fmt.Sprintf("person%d@school.example", i), "wrong", "") },
		"her account":  func(s *school, _ int) { _, _ = s.signIn("ada@school.example", "wrong", "") },
		"her account on new devices": func(s *school, i int) {
			_, _ = s.signIn("ada@school.example", "wrong", fmt.Sprint("device ", i))
		},
	} {
		school := newSchool()
		school.known["ada"+"her own"] = true
		for i := range 400 {
			others(school, i)
		}
		if _, err := school.signIn("ada@school.example", password, "her own"); err != nil {
			t.Errorf("%s: her known device: %v", name, err)
		}
		_, err := school.signIn("ada@school.example", password, "new")
		var slowed *auth.ThrottledError
		if !errors.As(err, &slowed) || slowed.RetryAfter > 15*time.Minute {
			t.Errorf("%s: a new device: %v", name, err)
			continue
		}
		for end := school.clock.Add(slowed.RetryAfter); !school.clock.After(end); school.clock = school.clock.Add(time.Second) {
			for i := range 3 {
				others(school, i)
			}
		}
		if _, err := school.signIn("ada@school.example", password, "new"); err != nil {
			t.Errorf("%s: a new device after %s: %v", name, slowed.RetryAfter, err)
		}
	}
}

func TestAddressesOfOtherNetworksDoNotShareACount(t *testing.T) {
	t.Parallel()
	school := newSchool()
	looked, _ := school.tryAll(t, 0, 90, func(i int) string { return []string{"192.0.2.7", "198.51.100.7", "2001:db8::1"}[i%3] })
	if looked != 90 {
		t.Errorf("%d of 90 tries from three networks are looked at", looked)
	}
}

func TestAKnownDeviceIsNeitherCountedNorSlowedByItsAddressAndGoesFirst(t *testing.T) {
	t.Parallel()
	school := newSchool()
	own := auth.From{Device: "tablet", Address: "192.0.2.7"}
	if _, err := school.signInFrom("ada@school.example", password, own); err != nil || school.lane == auth.First {
		t.Fatalf("a new device: %v, lane %d", err, school.lane)
	}
	school.tryAll(t, 0, 400, from("192.0.2.7"))
	if _, err := school.signInFrom("ada@school.example", password, own); err != nil || school.lane != auth.First {
		t.Errorf("her own device: %v, lane %d", err, school.lane)
	}
	_, err := school.signInFrom("ada@school.example", password, auth.From{Device: "another", Address: "192.0.2.7"})
	if _, ok := errors.AsType[*auth.ThrottledError](err); !ok {
		t.Errorf("a strange device at the same address: %v", err)
	}
	if _, err := school.signInFrom("ada@school.example", password, auth.From{Device: "another", Address: "198.51.100.7"}); err != nil {
		t.Errorf("a strange device elsewhere, although her address was refused: %v", err)
	}
}

func TestRightPasswordsDoNotSlowTheAddressThatASchoolShares(t *testing.T) {
	t.Parallel()
	school := newSchool()
	for range 100 {
		if _, err := school.signIn("ada@school.example", password, ""); err != nil {
			t.Fatal(err)
		}
	}
	if looked, _ := school.tryAll(t, 0, 29, from("192.0.2.7")); looked != 29 {
		t.Errorf("%d tries are looked at", looked)
	}
	if _, err := school.signIn("ada@school.example", password, ""); err != nil {
		t.Error(err)
	}
	if looked, _ := school.tryAll(t, 50, 55, from("192.0.2.7")); looked != 1 {
		t.Errorf("a right password forgets the wrong ones of its address: %d more are looked at", looked)
	}
}

func TestUnknownNamesMakeALimitedNumberOfRows(t *testing.T) {
	t.Parallel()
	school := newSchool()
	const names = 100_000
	for try := range 2 * names {
		i := try % names
		// Each from its own network, so that no other limit applies.
		_, _ = school.signInFrom(fmt.Sprintf("person%d@school.example", i), "x", auth.From{Address: fmt.Sprintf("%d.%d.%d.1", i>>16, i>>8&255, i&255)})
		if try < names {
			// So slowly at first that none waits for a turn.
			school.clock = school.clock.Add(10 * time.Second)
		}
	}
	// Names, networks, both together, devices, and turns.
	if most := 5 * (1 << 16); len(school.failures) > most || school.verified < names {
		t.Errorf("%d names left %d counts, want at most %d, and %d were looked at", names, len(school.failures), most, school.verified)
	}
}

func TestUnderLoadNamesWithAndWithoutAnAccountAreRefusedAlike(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		school := newSchool()
		school.known["ada"+"tablet"] = true
		stuck := &slow{school: school, until: make(chan struct{})}
		check := auth.NewSignIn(school, stuck, []byte("secret"), func() time.Time { return school.clock })
		var busy atomic.Int64
		var tries sync.WaitGroup
		// Each from its own network and domain, so that no other limit applies.
		const all, places = 3000, 64 * 16
		for i := range all {
			tries.Go(func() {
				_, err := check.Check(t.Context(), fmt.Sprintf("person@school%d.example", i), "x", auth.From{Address: network(i)})
				if errors.Is(err, auth.ErrBusy) {
					busy.Add(1)
				}
			})
		}
		synctest.Wait()
		if busy.Load() != all-places {
			t.Errorf("%d of %d strangers are told that it is busy, want %d", busy.Load(), all, all-places)
		}
		for i := range 20 {
			_, known := check.Check(t.Context(), staff(i), password, auth.From{Address: "192.0.2.7"})
			_, unknown := check.Check(t.Context(), fmt.Sprintf("nobody%d@oak.example", i), "x", auth.From{Address: "192.0.2.7"})
			if !errors.Is(known, auth.ErrBusy) || !errors.Is(unknown, auth.ErrBusy) {
				t.Errorf("a name with an account: %v; one without: %v", known, unknown)
			}
		}
		if _, err := check.Check(t.Context(), "ada@school.example", password, auth.From{Device: "tablet", Address: "10.0.0.1"}); err != nil {
			t.Errorf("her own device meanwhile: %v", err)
		}
		close(stuck.until)
		tries.Wait()
		if _, err := check.Check(t.Context(), "ada@school.example", password, auth.From{Address: "192.0.2.7"}); err != nil {
			t.Errorf("a strange device afterwards: %v", err)
		}
	})
}

// slow delays the comparison of strangers' passwords.
type slow struct {
	*school
	until chan struct{}
}

func (s *slow) Verify(ctx context.Context, typed, hash string, lane auth.Lane) (bool, error) {
	if lane != auth.First {
		<-s.until
	}
	return s.school.Verify(ctx, typed, hash, lane)
}

func TestAnUncheckedTryIsNotCounted(t *testing.T) {
	t.Parallel()
	school := newSchool()
	school.busy = true
	for range 50 {
		if _, err := school.signIn("ada@school.example", password, ""); !errors.Is(err, auth.ErrBusy) {
			t.Fatal(err)
		}
	}
	school.busy = false
	if _, err := school.signIn("ada@school.example", password, ""); err != nil {
		t.Errorf("after tries that found others waiting: %v", err)
	}
}
