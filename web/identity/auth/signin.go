package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rollbook/web/identity/limits"
	"rollbook/web/roll"
)

var (
	// ErrWrong is returned for a wrong password, an unknown name and a disabled person alike.
	ErrWrong = errors.New("the e-mail address or the password is wrong")
	// ErrBusy refuses a try on an unknown device without counting it, because too many are in progress.
	ErrBusy = errors.New("too many sign-ins at the same moment")
)

// ThrottledError refuses a try without checking the password.
type ThrottledError struct {
	// RetryAfter is at least a second, in whole seconds.
	RetryAfter time.Duration
}

// Error returns the wait as text.
func (e *ThrottledError) Error() string {
	return fmt.Sprintf("too many wrong tries, wait %s", e.RetryAfter)
}

// Throttled returns the error of a try that must wait.
func Throttled(wait time.Duration) *ThrottledError {
	return &ThrottledError{RetryAfter: max(time.Second, (wait + time.Second - 1).Truncate(time.Second))}
}

// Store finds people by their normalised e-mail address (NormalizeEmail), or returns roll.NotFound, and stores
// their known devices and the counters of wrong tries.
type Store interface {
	limits.Store
	PersonByEmail(ctx context.Context, email string) (person roll.Person, passwordHash string, err error)
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

// mostStrangers limits the concurrent tries on unknown devices of one queue in one process. Beyond it a try costs
// only the look-up of the account.
const mostStrangers = 16

// SignIn checks names with passwords or codes.
type SignIn struct {
	store     Store
	passwords Verifier
	keys      counterKeys
	now       func() time.Time
	counters  *limits.Counters
	strangers *limits.Places[Lane]
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
		counters: limits.NewCounters(store, now), strangers: limits.NewPlaces[Lane](mostStrangers)}
}

// Check returns the person with the name and password. A success remembers the device: from
// then on other people's tries do not delay the person there.
//
// With an error it returns only the id of the person with that name, for the log. It returns ErrWrong,
// *ThrottledError, ErrPasswordTooLong, ErrBusy, and errors of the stores. It queues, counts and delays unknown names
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
	lane := s.keys.queue(email)
	err = s.limited(ctx, try{email, person.ID, from.Device, from}, func(known bool) (bool, error) {
		switch {
		case known:
			lane = First
		case !s.strangers.Enter(lane):
			return false, ErrBusy
		default:
			defer s.strangers.Leave(lane)
		}
		right, err := s.passwords.Verify(ctx, password, hash, lane)
		return right && !person.Disabled && hash != "", err
	})
	if err != nil {
		return roll.Person{ID: person.ID}, err
	}
	return person, nil
}

// CheckCode calls right, which checks a code of the person's second factor, within the limits of passwords. It returns
// ErrWrong and *ThrottledError like Check. A device is known for codes once a code was right there: one that is known
// for passwords may be that of a person who knows the password only.
func (s *SignIn) CheckCode(ctx context.Context, person roll.Person, from From, right func() (bool, error)) error {
	device := from.Device
	if device != "" {
		device = "second factor " + device
	}
	return s.limited(ctx, try{"second factor\x00" + person.Email, person.ID, device, from},
		func(bool) (bool, error) { return right() })
}

// try is a try of a name, which is that of the person, if there is one. Device is the id by which the person's devices
// are known for this kind of tries.
type try struct {
	name   string
	person roll.PersonID
	device string
	from   From
}

// limited calls right, which reports whether the try is right, within the limits, and remembers the device then.
func (s *SignIn) limited(ctx context.Context, of try, right func(known bool) (bool, error)) error {
	// It also looks for the device of an unknown name, which takes as long.
	known, err := s.store.KnownDevice(ctx, of.person, of.device)
	if err != nil {
		return fmt.Errorf("look up the device: %w", err)
	}
	counters, promise := s.keys.counters(of.name, of.from, of.person != "", known)
	counted, err := s.counters.Count(ctx, counters, &promise)
	if err != nil {
		return err
	}
	if counted.Refused {
		return Throttled(counted.Wait)
	}
	is, err := right(known)
	if err != nil {
		return errors.Join(err, s.counters.TakeBack(context.WithoutCancel(ctx), counted))
	}
	if !is {
		return ErrWrong
	}
	own := []roll.PersonID{counters[0].Key.Person, counters[len(counters)-1].Key.Person}
	if err := s.counters.TakeBack(ctx, counted, own...); err != nil || of.device == "" {
		return err
	}
	if err := s.store.RememberDevice(ctx, of.person, of.device, s.now()); err != nil {
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
