package pins_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/pins"
	"rollbook/web/roll"
)

// school is a school with two tablets and three people, in memory.
type school struct {
	mu       sync.Mutex
	now      time.Time
	people   map[roll.PersonID]roll.PINHolder
	hashes   map[roll.PersonID]string
	tries    map[roll.Counter]roll.Tries
	compared int
	log      strings.Builder
	keys     [][]byte
}

const (
	goodPIN = "7306"
	badPIN  = "7307"
)

func door() pins.Tablet { return pins.Tablet{ID: "door", School: "north"} }
func hall() pins.Tablet { return pins.Tablet{ID: "hall", School: "north"} }

func newSchool(t *testing.T) *school {
	t.Helper()
	s := &school{
		now: time.Date(2026, 11, 23, 8, 30, 0, 0, time.UTC), keys: [][]byte{[]byte(strings.Repeat("k", 32))},
		people: make(map[roll.PersonID]roll.PINHolder), hashes: make(map[roll.PersonID]string), tries: make(map[roll.Counter]roll.Tries),
	}
	for _, id := range []roll.PersonID{"grace", "tom"} {
		s.people[id] = roll.PINHolder{Person: id, Name: "Name " + string(id), Role: roll.Teacher}
		must(t, s.pins().Set(t.Context(), id, goodPIN))
	}
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (s *school) pins() *pins.PINs {
	logger := slog.New(slog.NewTextHandler(&s.log, nil))
	return pins.New(s, s, s, s.keys, func() time.Time { return s.now }, events.New("pins", logger, nil, func(context.Context) events.Request { return events.Request{ID: "request 7"} }, func(events.Name) {}))
}

// try enters the person's name, or the name given for it, and the PIN.
func (s *school) try(t *testing.T, tablet pins.Tablet, person roll.PersonID, pin string) (roll.PINHolder, error) {
	t.Helper()
	name := string(person)
	if known, ok := s.people[person]; ok {
		name = known.Name
	}
	return s.pins().Verify(t.Context(), tablet, name, pin)
}

// untilPaused enters wrong PINs until there is a pause, and counts the checked ones.
func (s *school) untilPaused(t *testing.T, tablet pins.Tablet, person roll.PersonID) (looked int, until time.Time) {
	t.Helper()
	before := s.compared
	for range 200 {
		_, err := s.try(t, tablet, person, badPIN)
		if paused, ok := errors.AsType[*pins.PausedError](err); ok {
			return s.compared - before, paused.Until
		}
		if _, ok := errors.AsType[*pins.WrongError](err); !ok {
			t.Fatalf("a wrong PIN: %v", err)
		}
	}
	t.Fatal("there is no pause")
	return 0, time.Time{}
}

func TestTheRightPINReturnsItsPerson(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	holder, err := s.try(t, door(), "grace", " "+goodPIN+" ")
	if err != nil || holder != s.people["grace"] {
		t.Errorf("it names %+v, %v", holder, err)
	}
	for _, name := range []string{"name grace", "  NAME   Grace ", "Náme Grâce"} {
		if holder, err := s.pins().Verify(t.Context(), door(), name, goodPIN); err != nil || holder.Person != "grace" {
			t.Errorf("%q names %+v, %v", name, holder, err)
		}
	}
	if text := s.log.String(); strings.Contains(text, "refused") || strings.Contains(text, goodPIN) {
		t.Errorf("the log says %s", text)
	}
}

func TestFiveWrongPINsStopThePersonOnThatTabletForFifteenMinutes(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	for try := range 4 {
		_, err := s.try(t, door(), "grace", badPIN)
		var wrong *pins.WrongError
		if !errors.As(err, &wrong) || wrong.Left != 4-try {
			t.Errorf("try %d: %v, %+v", try+1, err, wrong)
		}
	}
	looked, until := s.untilPaused(t, door(), "grace")
	if looked != 1 || !until.Equal(s.now.Add(15*time.Minute)) {
		t.Errorf("after %d more the pause is until %v", looked, until)
	}
	s.now = until.Add(-time.Second)
	if _, err := s.try(t, door(), "grace", goodPIN); !isPausedUntil(err, until) {
		t.Errorf("in the pause the right one: %v", err)
	}
	if _, err := s.try(t, door(), "tom", goodPIN); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	if _, err := s.try(t, hall(), "grace", goodPIN); err != nil {
		t.Errorf("on another tablet: %v", err)
	}
	s.now = until
	if looked, _ := s.untilPaused(t, door(), "grace"); looked != 5 {
		t.Errorf("after the pause %d are looked at", looked)
	}
}

func isPausedUntil(err error, until time.Time) bool {
	var paused *pins.PausedError
	return errors.As(err, &paused) && paused.Until.Equal(until)
}

func TestPressingOnInAPauseDoesNotMakeItLonger(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	_, until := s.untilPaused(t, door(), "grace")
	s.now = s.now.Add(14 * time.Minute)
	if _, err := s.try(t, door(), "grace", badPIN); !isPausedUntil(err, until) {
		t.Errorf("it is until %v", err)
	}
	s.now = until
	if _, err := s.try(t, door(), "grace", goodPIN); err != nil {
		t.Errorf("after it: %v", err)
	}
}

func TestARightPINClearsTheWrongOnes(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	for range 30 {
		for range 4 {
			_, _ = s.try(t, door(), "grace", badPIN)
		}
		if _, err := s.try(t, door(), "grace", goodPIN); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFewWrongPINsAreForgottenAfterAQuietPause(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	for range 4 {
		_, _ = s.try(t, door(), "grace", badPIN)
	}
	s.now = s.now.Add(15 * time.Minute)
	if looked, _ := s.untilPaused(t, door(), "grace"); looked != 5 {
		t.Errorf("%d are looked at", looked)
	}
}

func TestAPersonWithoutAPINIsRefusedLikeAWrongPINAfterTheSameWork(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	s.people["nia"] = roll.PINHolder{Person: "nia", Role: roll.Teacher}
	for _, person := range []roll.PersonID{"nia", "nobody", "", roll.PersonID(strings.Repeat("x", 1<<16)), "' OR 1=1--"} {
		s.compared, s.now = 0, s.now.Add(25*time.Hour)
		looked, until := s.untilPaused(t, door(), person)
		if looked != 5 || !until.Equal(s.now.Add(15*time.Minute)) {
			t.Errorf("%.20q: %d are looked at, until %v", person, looked, until)
		}
	}
	for counter := range s.tries {
		if len(counter.Person) > 100 {
			t.Error("an endless name is kept")
		}
	}
	if _, err := s.try(t, pins.Tablet{ID: "far", School: "south"}, "grace", goodPIN); !isWrong(err) {
		t.Errorf("where she has no role: %v", err)
	}
}

func isWrong(err error) bool {
	var wrong *pins.WrongError
	return errors.As(err, &wrong)
}

func TestTextThatCannotBeAPINIsNeitherComparedNorCounted(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	for _, text := range []string{"", "730", "730600000", "73o6", "٧٣٠٦", "7306; DROP", "-7306", "7 306", strings.Repeat("7", 1<<20)} {
		if _, err := s.try(t, door(), "grace", text); !errors.Is(err, pins.ErrNotPIN) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if s.compared != 0 || len(s.tries) != 0 {
		t.Errorf("%d compared, counted %v", s.compared, s.tries)
	}
}

func TestTriesAtTheSameMomentAreNoMoreThanAfterEachOther(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	verifier := s.pins()
	var group sync.WaitGroup
	for range 60 {
		group.Go(func() { _, _ = verifier.Verify(t.Context(), door(), "name grace", badPIN) })
	}
	group.Wait()
	if s.compared != 5 {
		t.Errorf("%d are looked at", s.compared)
	}
}

func TestAPINIsKeptAsAHashThatSaysNothingWithoutTheKey(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	passwords := auth.NewPasswords()
	hashed := pins.New(s, passwords, s, s.keys, func() time.Time { return s.now }, events.New("pins", slog.New(slog.DiscardHandler), nil, func(context.Context) events.Request { return events.Request{} }, func(events.Name) {}))
	must(t, hashed.Set(t.Context(), "grace", goodPIN))
	kept := s.hashes["grace"]
	if !strings.Contains(kept, "$argon2id$v=19$m=19456,t=2,p=1$") || strings.Contains(kept, goodPIN) {
		t.Errorf("kept is %q", kept)
	}
	_, hash, _ := strings.Cut(kept, "$")
	if alike, err := passwords.Verify(t.Context(), goodPIN, "$"+hash, auth.First); err != nil || alike {
		t.Errorf("the PIN alone fits the hash: %t, %v", alike, err)
	}
	if _, err := hashed.Verify(t.Context(), door(), "Name grace", goodPIN); err != nil {
		t.Errorf("with the key: %v", err)
	}
	s.hashes["tom"] = kept
	if _, err := hashed.Verify(t.Context(), door(), "Name tom", goodPIN); !isWrong(err) {
		t.Errorf("somebody else's hash: %v", err)
	}
}

func TestAPINMovesToTheNewestKeyWhenItIsUsed(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	older := s.keys[0]
	s.keys = [][]byte{[]byte(strings.Repeat("n", 32)), older}
	if _, err := s.try(t, door(), "grace", goodPIN); err != nil {
		t.Fatal(err)
	}
	s.keys = s.keys[:1]
	if _, err := s.try(t, door(), "grace", goodPIN); err != nil {
		t.Errorf("with the newest key alone: %v", err)
	}
	if _, err := s.try(t, door(), "tom", goodPIN); !isWrong(err) {
		t.Errorf("whose key is gone: %v", err)
	}
}

func TestItsOwnerSetsAndRemovesAPINWithThePassword(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	owner := pins.Owner{Person: roll.Person{ID: "grace"}, Password: "another one"}
	if err := s.pins().SetOwn(t.Context(), owner, "9041"); !errors.Is(err, auth.ErrWrong) {
		t.Errorf("with a wrong password: %v", err)
	}
	if err := s.pins().RemoveOwn(t.Context(), owner); !errors.Is(err, auth.ErrWrong) {
		t.Errorf("removed with a wrong password: %v", err)
	}
	if err := s.pins().SetOwn(t.Context(), owner, "1234"); !errors.Is(err, pins.ErrEasy) {
		t.Errorf("an easy one: %v", err)
	}
	if _, err := s.try(t, door(), "grace", goodPIN); err != nil {
		t.Errorf("the one before: %v", err)
	}
	owner.Password = "hers"
	must(t, s.pins().SetOwn(t.Context(), owner, "9041"))
	if _, err := s.try(t, door(), "grace", "9041"); err != nil {
		t.Errorf("the new one: %v", err)
	}
	must(t, s.pins().RemoveOwn(t.Context(), owner))
	if _, err := s.try(t, door(), "grace", "9041"); !isWrong(err) {
		t.Errorf("a removed one: %v", err)
	}
}

func TestChangesOfPINsAreLoggedWithoutThePINs(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	s.untilPaused(t, door(), "grace")
	_, _ = s.try(t, door(), "grace", goodPIN)
	must(t, s.pins().Remove(t.Context(), "grace"))
	must(t, s.pins().Remove(t.Context(), "grace"))
	text := s.log.String()
	for line, times := range map[string]int{
		"level=INFO msg=pins event=pin-set request=\"request 7\" person=grace\n":                                            1,
		"level=WARN msg=pins event=pin-refused request=\"request 7\" person=grace school=north tablet=door reason=wrong\n":  5,
		"level=WARN msg=pins event=pin-paused request=\"request 7\" person=grace school=north tablet=door\n":                1,
		"level=WARN msg=pins event=pin-refused request=\"request 7\" person=grace school=north tablet=door reason=paused\n": 1,
		"level=INFO msg=pins event=pin-removed request=\"request 7\" person=grace\n":                                        1,
	} {
		if got := strings.Count(text, line); got != times {
			t.Errorf("%d times %q in %s", got, line, text)
		}
	}
	if strings.Contains(text, goodPIN) || strings.Contains(text, badPIN) {
		t.Error("the log has a PIN")
	}
}
