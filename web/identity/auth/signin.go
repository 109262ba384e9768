package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"rollbook/web/roll"
)

var (
	// ErrWrong is returned for a wrong password, an unknown name and a disabled person alike.
	ErrWrong = errors.New("the e-mail address or the password is wrong")
	// ErrBusy refuses a try on an unknown device before it is counted, because too many are in progress.
	ErrBusy = errors.New("too many sign-ins at the same moment")
)

// Store finds people by their normalised e-mail address (NormalizeEmail), or returns roll.NotFound, and stores
// their known devices, and the wrong passwords in a row. The keys of these are opaque and of one length, times are
// UTC in whole milliseconds. Entries older than two days may be deleted.
type Store interface {
	PersonByEmail(ctx context.Context, email string) (person roll.Person, passwordHash string, err error)
	Person(ctx context.Context, id roll.PersonID) (roll.Person, []roll.Membership, error)
	// ChangeTries reads the counters and writes the result of change. It locks them meanwhile. It may call change again.
	ChangeTries(ctx context.Context, counters []roll.Counter, change func([]roll.Tries) []roll.Tries) error
	KnownDevice(ctx context.Context, person roll.PersonID, device string) (bool, error)
	// RememberDevice stores the device, or updates its time.
	RememberDevice(ctx context.Context, person roll.PersonID, device string, at time.Time) error
}

// Verifier compares a password with a hash. An empty hash takes as long and never matches. The lane is the
// caller's place among those who wait. *Passwords implements it.
type Verifier interface {
	Verify(ctx context.Context, password, hash string, lane Lane) (bool, error)
}

// Checker checks a name and a password. *SignIn implements it.
type Checker interface {
	Check(ctx context.Context, email, password string, from From) (roll.Person, error)
}

// mostStrangers limits the concurrent tries on unknown devices of one school in one process. With two hashed at
// a time this is about a second's work. Beyond it a try costs only the look-up of the account.
const mostStrangers = 32

// SignIn checks names and passwords.
type SignIn struct {
	store     Store
	passwords Verifier
	keys      counterKeys
	now       func() time.Time
	strangers *Places[Lane]
}

// From is the origin of a sign-in.
type From struct {
	// Device is the id of a browser that has this server's cookie, or empty.
	Device string
	// Address is the client's address, by the server's rules about proxies.
	Address string
}

// NewSignIn makes a SignIn. The clock is for the delays. The secret makes the counters' keys and is the same
// in every process (vault.Vault.Derive).
func NewSignIn(store Store, passwords Verifier, secret []byte, now func() time.Time) *SignIn {
	return &SignIn{store: store, passwords: passwords, keys: counterKeys{secret}, now: now,
		strangers: NewPlaces[Lane](mostStrangers)}
}

// Check returns the person with the name and password. A success remembers the device: from
// then on other people's tries do not delay the person there.
//
// With an error it returns only the id of the person with that name, for the log. It returns ErrWrong,
// *ThrottledError, ErrPasswordTooLong, ErrBusy, and errors of the stores. It counts and delays unknown names
// like known ones, and takes as long for them.
func (s *SignIn) Check(ctx context.Context, email, password string, from From) (roll.Person, error) {
	if len(password) > MaxPasswordSize {
		return roll.Person{}, ErrPasswordTooLong
	}
	email = NormalizeEmail(email)
	person, hash, err := s.store.PersonByEmail(ctx, email)
	if err != nil && roll.KindOf(err) != roll.NotFound {
		return roll.Person{}, fmt.Errorf("find the account: %w", err)
	}
	refused := roll.Person{ID: person.ID}
	known, err := s.knows(ctx, person.ID, from.Device)
	if err != nil {
		return refused, err
	}
	schools, err := s.schools(ctx, person.ID, known)
	if err != nil {
		return refused, err
	}
	lane := First
	if !known {
		lane = laneOf(schools[0])
		if !s.strangers.Enter(lane) {
			return refused, ErrBusy
		}
		defer s.strangers.Leave(lane)
	}
	// Count before checking the password, so that simultaneous tries cannot all pass on one old count.
	counters, err := s.countTry(ctx, s.counters(email, person.ID, from, schools), s.keys.turn(email, from))
	if err != nil {
		return refused, err
	}
	right, err := s.passwords.Verify(ctx, password, hash, lane)
	if err != nil {
		return refused, errors.Join(err, s.takeBack(context.WithoutCancel(ctx), counters, 0))
	}
	if !right || person.Disabled || hash == "" {
		return refused, ErrWrong
	}
	if err := s.succeed(ctx, counters, person.ID, from.Device); err != nil {
		return refused, err
	}
	return person, nil
}

// knows reports whether the person has signed in on the device before.
func (s *SignIn) knows(ctx context.Context, person roll.PersonID, device string) (bool, error) {
	if person == "" || device == "" {
		return false, nil
	}
	known, err := s.store.KnownDevice(ctx, person, device)
	if err != nil {
		return false, fmt.Errorf("look up the device: %w", err)
	}
	return known, nil
}

// schools returns the schools whose people wait behind the try: none on a known device. Unknown names share an
// imaginary school, so that they take as long as others.
func (s *SignIn) schools(ctx context.Context, person roll.PersonID, known bool) ([]roll.SchoolID, error) {
	if known {
		return nil, nil
	}
	var schools []roll.SchoolID
	if person != "" {
		_, memberships, err := s.store.Person(ctx, person)
		// A person may have been removed a moment ago, with their school.
		if err != nil && roll.KindOf(err) != roll.NotFound {
			return nil, fmt.Errorf("find the person's schools: %w", err)
		}
		for _, membership := range memberships {
			schools = append(schools, membership.School)
		}
	}
	if len(schools) == 0 {
		schools = []roll.SchoolID{""}
	}
	return schools, nil
}

// counters returns the counters of a try, the account's first. On a known device, which has no schools, only the
// account's count for that device applies, so that strangers cannot use it up.
func (s *SignIn) counters(email string, person roll.PersonID, from From, schools []roll.SchoolID) []counter {
	if len(schools) == 0 {
		return []counter{{s.keys.account(email, from.Device), ofAccount{}}}
	}
	ofName := s.keys.nobody(email)
	if person != "" {
		ofName = s.keys.account(email, "")
	}
	counters := []counter{
		{ofName, ofAccount{}}, {s.keys.pair(email, from.Address, person != ""), ofPair{sameAccount}},
		{s.keys.address(from.Address), ofAddress{oneMoreAfter}},
	}
	for _, school := range schools {
		counters = append(counters, counter{s.keys.school(school), ofSchool{oneMoreOfSchoolAfter}})
	}
	return counters
}

// countTry adds one wrong password to each counter in advance, and returns those that count the try: an address does
// not count the same account again. If it refuses the try, it adds none. Turn is the key of the turn that the try may
// have to wait for.
func (s *SignIn) countTry(ctx context.Context, counters []counter, turn string) (counted []counter, err error) {
	var refused *ThrottledError
	err = s.change(ctx, slices.Concat(counters, []counter{{key: turn}}), func(before []roll.Tries) []roll.Tries {
		now, wait, after := s.instant(), time.Duration(0), slices.Clone(before)
		counted = nil
		for i, one := range counters {
			if _, ofAddress := one.limit.(ofAddress); ofAddress && sameAccount.left(before[i-1], now).Count > 0 {
				continue
			}
			wait = max(wait, one.limit.wait(before[i], now))
			after[i], counted = one.limit.more(before[i], now), append(counted, one)
		}
		last := len(counters)
		if after[last], refused = await(before[last], wait, now); refused != nil {
			copy(after, before[:last])
		}
		return after
	})
	if err == nil && refused != nil {
		err = refused
	}
	return counted, err
}

// instant returns the time in whole milliseconds, which every database stores exactly.
func (s *SignIn) instant() time.Time { return s.now().UTC().Truncate(time.Millisecond) }

// place is the place of all counters of sign-ins.
const place = "sign-in"

func (s *SignIn) change(ctx context.Context, counters []counter, change func([]roll.Tries) []roll.Tries) error {
	keys := make([]roll.Counter, len(counters))
	for i, one := range counters {
		keys[i] = roll.Counter{Place: place, Person: roll.PersonID(one.key)}
	}
	if err := s.store.ChangeTries(ctx, keys, change); err != nil {
		return fmt.Errorf("count the failed tries: %w", err)
	}
	return nil
}

// takeBack subtracts one try from each counter, when the password was right or not looked at, and clears the first
// ones.
func (s *SignIn) takeBack(ctx context.Context, counters []counter, cleared int) error {
	return s.change(ctx, counters, func(before []roll.Tries) []roll.Tries {
		for i := range before {
			if before[i].Count--; i < cleared || before[i].Count <= 0 {
				before[i] = roll.Tries{}
			}
		}
		return before
	})
}

// succeed clears the account's wrong passwords. The counts of the address and the schools stay. Otherwise the
// owner of one account could try all others.
func (s *SignIn) succeed(ctx context.Context, counters []counter, person roll.PersonID, device string) error {
	if err := s.takeBack(ctx, counters, 1); err != nil {
		return err
	}
	if device == "" {
		return nil
	}
	if err := s.store.RememberDevice(ctx, person, device, s.now()); err != nil {
		return fmt.Errorf("remember the device: %w", err)
	}
	return nil
}

// Refusal returns the reason for a refused sign-in in one word, for the log.
func Refusal(err error) string {
	var throttled *ThrottledError
	switch {
	case errors.Is(err, ErrWrong):
		return "wrong"
	case errors.As(err, &throttled):
		return "too-many"
	case errors.Is(err, ErrBusy):
		return "busy"
	case errors.Is(err, ErrPasswordTooLong):
		return "too-long"
	}
	return "failed"
}
