package auth_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

func TestTheRightPasswordSignsIn(t *testing.T) {
	t.Parallel()
	school := newSchool()
	got, err := school.signIn(" Ada@School.Example ", password, "")
	if err != nil || got.ID != "ada" || got.Epoch != 3 {
		t.Errorf("Check = %+v, %v", got, err)
	}
}

func TestWrongUnknownAndDisabledAreAnsweredAlikeAfterTheSameWork(t *testing.T) {
	t.Parallel()
	for name, email := range map[string]string{
		"wrong": "ada@school.example", "unknown": "nobody@school.example", "SQL": "' OR 1=1--", "header": "a\r\nSet-Cookie:x=1",
	} {
		school := newSchool()
		for try := range 8 {
			_, err := school.signIn(email, "wrong password", "")
			if isWrong := errors.Is(err, auth.ErrWrong); isWrong != (try < 5) {
				t.Errorf("%s, try %d: %v", name, try+1, err)
			}
		}
		if school.verified != 5 {
			t.Errorf("%s: %d passwords compared, want 5", name, school.verified)
		}
	}
	school := newSchool()
	if _, err := school.signIn("gone@school.example", password, ""); !errors.Is(err, auth.ErrWrong) || school.verified != 1 {
		t.Errorf("disabled: %v after %d comparisons", err, school.verified)
	}
	if _, err := school.signIn("elsewhere@school.example", password, ""); !errors.Is(err, auth.ErrWrong) || school.verified != 2 {
		t.Errorf("without a password: %v after %d comparisons", err, school.verified)
	}
}

func TestThePasswordItselfIsNotTrimmed(t *testing.T) {
	t.Parallel()
	if _, err := newSchool().signIn("ada@school.example", " "+password, ""); !errors.Is(err, auth.ErrWrong) {
		t.Errorf("err = %v", err)
	}
}

func TestAVeryLongPasswordIsNeitherComparedNorCounted(t *testing.T) {
	t.Parallel()
	school := newSchool()
	_, err := school.signIn("ada@school.example", strings.Repeat("a", 1<<20), "")
	if !errors.Is(err, auth.ErrPasswordTooLong) || school.verified != 0 || len(school.failures) != 0 {
		t.Errorf("err = %v, %d comparisons, %d counters", err, school.verified, len(school.failures))
	}
}

func TestTheDelayGrowsAndTheRightPasswordWorksAfterIt(t *testing.T) {
	t.Parallel()
	school := newSchool()
	waits := []time.Duration{}
	for range 8 {
		waits = append(waits, school.failUntilThrottled(t, ""))
		school.clock = school.clock.Add(waits[len(waits)-1])
	}
	for place := 1; place < len(waits); place++ {
		if waits[place] != 2*waits[place-1] {
			t.Fatalf("delays %v do not double", waits)
		}
	}
	if _, err := school.signIn("ada@school.example", password, ""); err != nil {
		t.Fatalf("after the delay: %v", err)
	}
	if wait := school.failUntilThrottled(t, ""); wait != waits[0] {
		t.Errorf("after a success the first delay is %s, want %s", wait, waits[0])
	}
}

func TestDuringTheDelayEvenTheRightPasswordWaits(t *testing.T) {
	t.Parallel()
	school := newSchool()
	wait := school.failUntilThrottled(t, "")
	school.clock = school.clock.Add(wait - time.Second)
	_, err := school.signIn("ada@school.example", password, "")
	var throttled *auth.ThrottledError
	if !errors.As(err, &throttled) || throttled.RetryAfter != time.Second {
		t.Errorf("err = %v", err)
	}
}

func TestAHundredPasswordsTakeNearlyADayAndLockNoAccountForever(t *testing.T) {
	t.Parallel()
	school := newSchool()
	start := school.clock
	for school.verified < 100 {
		school.clock = school.clock.Add(school.failUntilThrottled(t, ""))
	}
	if spent := school.clock.Sub(start); spent < 22*time.Hour {
		t.Errorf("the 101st try comes after %s", spent)
	}
	if wait := school.failUntilThrottled(t, ""); school.verified != 101 || wait != time.Hour {
		t.Errorf("after %d tries the delay is %s", school.verified, wait)
	}
	school.clock = school.clock.Add(time.Hour)
	if _, err := school.signIn("ada@school.example", password, ""); err != nil {
		t.Errorf("after the longest delay: %v", err)
	}
}

func TestAStrangerCannotLockATeacherOutOfHerOwnDevice(t *testing.T) {
	t.Parallel()
	school := newSchool()
	if _, err := school.signIn("ada@school.example", password, "tablet"); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		_, _ = school.signIn("ada@school.example", "wrong password", "stranger's")
	}
	if _, err := school.signIn("ada@school.example", password, ""); err == nil {
		t.Error("an unknown device is not delayed")
	}
	if _, err := school.signIn("ada@school.example", password, "tablet"); err != nil {
		t.Errorf("her own device: %v", err)
	}
}

func TestAKnownDeviceIsDelayedByItsOwnWrongPasswords(t *testing.T) {
	t.Parallel()
	school := newSchool()
	if _, err := school.signIn("ada@school.example", password, "tablet"); err != nil {
		t.Fatal(err)
	}
	school.failUntilThrottled(t, "tablet")
	if _, err := school.signIn("ada@school.example", password, "tablet"); err == nil {
		t.Error("the device is not delayed")
	}
	if _, err := school.signIn("ada@school.example", password, ""); err != nil {
		t.Errorf("other devices are delayed too: %v", err)
	}
}

func TestTriesAtTheSameMomentCannotShareOneCount(t *testing.T) {
	t.Parallel()
	school := newSchool()
	var tries sync.WaitGroup
	for range 50 {
		tries.Go(func() { _, _ = school.signIn("ada@school.example", "wrong password", "") })
	}
	tries.Wait()
	if school.verified > 5 {
		t.Errorf("%d passwords compared, want at most 5", school.verified)
	}
}

func TestAFailingStoreIsNoWrongPassword(t *testing.T) {
	t.Parallel()
	school := newSchool()
	school.broken = errors.New("disk full")
	_, err := school.signIn("ada@school.example", password, "tablet")
	if !errors.Is(err, school.broken) || errors.Is(err, auth.ErrWrong) {
		t.Errorf("err = %v", err)
	}
}

func TestCountersContainNoTypedText(t *testing.T) {
	t.Parallel()
	school := newSchool()
	_, _ = school.signIn("Secret typed as a name", "wrong password", "")
	for key := range school.failures {
		if len(key) != 43 || strings.Contains(key, "secret") {
			t.Errorf("key %q", key)
		}
	}
}

// school fakes the stores and the hashing.
type school struct {
	mu       sync.Mutex
	clock    time.Time
	failures map[string]roll.Tries
	known    map[string]bool
	verified int
	// lane is the queue of the last try; busy refuses all.
	lane   auth.Lane
	busy   bool
	broken error
}

func newSchool() *school {
	return &school{clock: time.Date(2026, 2, 3, 8, 30, 0, 0, time.UTC), failures: map[string]roll.Tries{}, known: map[string]bool{}}
}

func (s *school) signIn(email, typed, device string) (roll.Person, error) {
	return s.signInFrom(email, typed, auth.From{Device: device, Address: "192.0.2.7"})
}

func (s *school) signInFrom(email, typed string, from auth.From) (roll.Person, error) {
	return auth.NewSignIn(s, s, []byte("secret"), func() time.Time { return s.clock }).Check(context.Background(), email, typed, from)
}

// failUntilThrottled enters wrong passwords and returns the delay.
func (s *school) failUntilThrottled(t *testing.T, device string) time.Duration {
	t.Helper()
	for range 10 {
		_, err := s.signIn("ada@school.example", "wrong password", device)
		if throttled, ok := errors.AsType[*auth.ThrottledError](err); ok {
			return throttled.RetryAfter
		}
		if !errors.Is(err, auth.ErrWrong) {
			t.Fatal(err)
		}
	}
	t.Fatal("ten wrong passwords in a row are not delayed")
	return 0
}

func (s *school) PersonByEmail(_ context.Context, email string) (roll.Person, string, error) {
	if id, isStaff := strings.CutSuffix(email, "@oak.example"); isStaff {
		return roll.Person{ID: roll.PersonID(id)}, password, s.broken
	}
	switch email {
	case "ada@school.example":
		return roll.Person{ID: "ada", Epoch: 3}, password, s.broken
	case "gone@school.example":
		return roll.Person{ID: "gone", Disabled: true}, password, s.broken
	case "elsewhere@school.example":
		return roll.Person{ID: "elsewhere"}, "", s.broken
	}
	return roll.Person{}, "", roll.Problem(roll.NotFound, "problem.what.404")
}

func (s *school) Verify(_ context.Context, typed, hash string, lane auth.Lane) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.verified++
	s.lane = lane
	if s.busy {
		return false, auth.ErrBusy
	}
	return typed == hash, nil
}

func (s *school) ChangeTries(_ context.Context, counters []roll.Counter, change func([]roll.Tries) []roll.Tries) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := make([]roll.Tries, len(counters))
	for i, counter := range counters {
		before[i] = s.failures[string(counter.Person)]
	}
	for i, after := range change(before) {
		s.failures[string(counters[i].Person)] = after
	}
	return nil
}

func (s *school) KnownDevice(_ context.Context, person roll.PersonID, device string) (bool, error) {
	return s.known[string(person)+device], nil
}

func (s *school) RememberDevice(_ context.Context, person roll.PersonID, device string, _ time.Time) error {
	s.known[string(person)+device] = true
	return nil
}
