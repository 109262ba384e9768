package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rollbook/web/roll"
)

var (
	// ErrWrong answers a wrong password, an unknown name and a disabled person alike.
	ErrWrong = errors.New("the e-mail address or the password is wrong")
	// ErrBusy refuses a try on a strange device before it is counted: too many are looked at already.
	ErrBusy = errors.New("too many sign-ins at the same moment")
	// ErrNoAccount is the error of Accounts for a name that nobody has.
	ErrNoAccount = errors.New("no such account")
)

// Identity is somebody who proved who he is.
type Identity struct {
	Person roll.Person
	// Epoch rises whenever the person's sessions must end: with a new password and
	// when he is disabled. A session of an earlier epoch is worth nothing.
	Epoch int
}

// Account is the account of somebody who signs in with a password.
type Account struct {
	Identity
	// PasswordHash is empty for people without a password.
	PasswordHash string
}

// Accounts finds people by their normalised e-mail address (NormalizeEmail). The
// error is ErrNoAccount when there is none.
type Accounts interface {
	Account(ctx context.Context, email string) (Account, error)
	// Schools returns the schools that the person may enter.
	Schools(ctx context.Context, person roll.PersonID) ([]roll.SchoolID, error)
}

// Attempts keeps the wrong passwords in a row. Keys are opaque and of one length,
// times are UTC in whole milliseconds; what is older than two days may be deleted.
type Attempts interface {
	// Failures returns the failures of a key, the zero value when it has none.
	Failures(ctx context.Context, key string) (Failures, error)
	// SwapFailures replaces before by after and reports whether it did, which it does
	// only while the key still has before; a zero before means no entry.
	SwapFailures(ctx context.Context, key string, before, after Failures) (bool, error)
	// ClearFailures forgets a key. One that is not there is no error.
	ClearFailures(ctx context.Context, key string) error
}

// KnownDevices keeps on which devices somebody has signed in before.
type KnownDevices interface {
	KnownDevice(ctx context.Context, person roll.PersonID, device string) (bool, error)
	// RememberDevice of a device that is already known renews its time.
	RememberDevice(ctx context.Context, person roll.PersonID, device string, at time.Time) error
}

// Verifier compares a password with a hash; an empty hash takes as long and is
// never right. first lets a try go before those that wait. *Passwords is one.
type Verifier interface {
	Verify(ctx context.Context, password, hash string, first bool) (bool, error)
}

// SignIn checks names and passwords.
type SignIn struct {
	accounts  Accounts
	attempts  Attempts
	devices   KnownDevices
	passwords Verifier
	keys      counterKeys
	now       func() time.Time
	// strangers has a place for each try on a strange device that is looked at.
	strangers chan struct{}
}

// mostStrangers bounds the tries on strange devices that are looked at in one process: with two
// hashed at once about two seconds' worth. Beyond it they cost nothing but finding the account.
const mostStrangers = 64

// From is the origin of a try to sign in.
type From struct {
	// Device is the id of a browser that this server knows, or empty.
	Device string
	// Address is the client's, as the server's own rules about proxies tell it.
	Address string
}

// NewSignIn checks against the accounts, with the clock for the delays. The keys of the counters are
// made with secret, the same in every process (vault.Vault.Derive).
func NewSignIn(accounts Accounts, attempts Attempts, devices KnownDevices, passwords Verifier, secret []byte, now func() time.Time) *SignIn {
	return &SignIn{accounts: accounts, attempts: attempts, devices: devices, passwords: passwords, keys: counterKeys{secret}, now: now, strangers: make(chan struct{}, mostStrangers)}
}

// NormalizeEmail trims a user name and lower-cases it, as accounts are stored.
func NormalizeEmail(email string) string {
	return strings.ToLower(strings.TrimSpace(email))
}

// Check tells who has the name and the password. A success remembers the device for the person:
// from then on nobody else's tries slow theirs there, neither by counting nor in the queue.
//
// An error comes with the person's id alone, for the log, where the name is somebody's.
// The errors are ErrWrong, *ThrottledError, ErrPasswordTooLong, ErrBusy, and those of the
// stores. Unknown names are counted, delayed and take as long as known ones.
func (s *SignIn) Check(ctx context.Context, email, password string, from From) (Identity, error) {
	if len(password) > MaxPasswordSize {
		return Identity{}, ErrPasswordTooLong
	}
	email = NormalizeEmail(email)
	account, err := s.accounts.Account(ctx, email)
	if err != nil && !errors.Is(err, ErrNoAccount) {
		return Identity{}, fmt.Errorf("find the account: %w", err)
	}
	refused := Identity{Person: roll.Person{ID: account.Person.ID}}
	known, err := s.knows(ctx, account.Person.ID, from.Device)
	if err != nil {
		return refused, err
	}
	if !known {
		select {
		case s.strangers <- struct{}{}:
			defer func() { <-s.strangers }()
		default:
			return refused, ErrBusy
		}
	}
	counters, err := s.counters(ctx, email, account.Person.ID, from, known)
	if err != nil {
		return refused, err
	}
	// Counted before the password is looked at: tries made at the same time cannot
	// all pass on one old count.
	if err := s.countTry(ctx, counters, s.keys.turn(email, from.Address)); err != nil {
		return refused, err
	}
	right, err := s.passwords.Verify(ctx, password, account.PasswordHash, known)
	if err != nil {
		return refused, errors.Join(err, s.takeBack(context.WithoutCancel(ctx), counters))
	}
	if !right || account.Person.Disabled || account.PasswordHash == "" {
		return refused, ErrWrong
	}
	if err := s.succeed(ctx, counters, account.Person.ID, from.Device); err != nil {
		return refused, err
	}
	return account.Identity, nil
}

// knows reports whether the person has signed in on the device before.
func (s *SignIn) knows(ctx context.Context, person roll.PersonID, device string) (bool, error) {
	if person == "" || device == "" {
		return false, nil
	}
	known, err := s.devices.KnownDevice(ctx, person, device)
	if err != nil {
		return false, fmt.Errorf("look up the device: %w", err)
	}
	return known, nil
}

// counters returns the counters of a try, the account's first: on a device on which the person has
// signed in before it counts there alone, so that strangers cannot use that up. Names that nobody
// has count together, as those of one more school, so that they take as long as others.
func (s *SignIn) counters(ctx context.Context, email string, person roll.PersonID, from From, known bool) ([]counter, error) {
	if known {
		return []counter{{s.keys.account(email, from.Device), ofAccount{}}}, nil
	}
	ofName, schools := s.keys.nobody(email), []roll.SchoolID(nil)
	if person != "" {
		var err error
		if schools, err = s.accounts.Schools(ctx, person); err != nil {
			return nil, fmt.Errorf("find the person's schools: %w", err)
		}
		ofName = s.keys.account(email, "")
	}
	if len(schools) == 0 {
		schools = []roll.SchoolID{""}
	}
	counters := []counter{{ofName, ofAccount{}}, {s.keys.address(from.Address), ofAddress{oneMoreAfter}}}
	for _, school := range schools {
		counters = append(counters, counter{s.keys.school(school), ofSchool{oneMoreOfSchoolAfter}})
	}
	return counters, nil
}

// countTry counts one wrong password in advance for each counter, or refuses and counts for none.
// turn is the key of the turn that the try may have to wait for.
func (s *SignIn) countTry(ctx context.Context, counters []counter, turn string) error {
	now := s.instant()
	for _, one := range counters {
		failures, err := s.failures(ctx, one)
		if err != nil {
			return err
		}
		if wait := one.limit.wait(failures, now); wait > 0 {
			return throttled(wait)
		}
	}
	if err := s.await(ctx, counters, turn); err != nil {
		return err
	}
	for i, one := range counters {
		if err := s.countOne(ctx, one); err != nil {
			return errors.Join(err, s.takeBack(ctx, counters[:i]))
		}
	}
	return nil
}

// instant is now in whole milliseconds: they come back from every database as they went in.
func (s *SignIn) instant() time.Time { return s.now().UTC().Truncate(time.Millisecond) }

func (s *SignIn) failures(ctx context.Context, of counter) (Failures, error) {
	failures, err := s.attempts.Failures(ctx, of.key)
	if err != nil {
		return failures, fmt.Errorf("read the failed tries: %w", err)
	}
	return failures, nil
}

// swaps limits the attempts to change a count that others change at the same moment.
const swaps = 5

func (s *SignIn) countOne(ctx context.Context, of counter) error {
	for range swaps {
		failures, err := s.failures(ctx, of)
		if err != nil {
			return err
		}
		now := s.instant()
		if wait := of.limit.wait(failures, now); wait > 0 {
			return throttled(wait)
		}
		swapped, err := s.attempts.SwapFailures(ctx, of.key, failures, of.limit.more(failures, now))
		if err != nil {
			return fmt.Errorf("count the failed tries: %w", err)
		}
		if swapped {
			return nil
		}
	}
	// So many tries at the same moment are not one person's.
	return throttled(time.Second)
}

// takeBack uncounts one try for each counter, which was no wrong password.
func (s *SignIn) takeBack(ctx context.Context, counters []counter) error {
	for _, one := range counters {
		for range swaps {
			failures, err := s.failures(ctx, one)
			if err != nil {
				return err
			}
			if failures.Count <= 1 {
				if err := s.attempts.ClearFailures(ctx, one.key); err != nil {
					return fmt.Errorf("clear the failed tries: %w", err)
				}
				break
			}
			swapped, err := s.attempts.SwapFailures(ctx, one.key, failures, Failures{Count: failures.Count - 1, Last: failures.Last})
			if err != nil {
				return fmt.Errorf("count the failed tries: %w", err)
			}
			if swapped {
				break
			}
		}
	}
	return nil
}

// succeed forgets the account's wrong passwords. Those of the address and the schools stay: whoever
// has one account could try all others else.
func (s *SignIn) succeed(ctx context.Context, counters []counter, person roll.PersonID, device string) error {
	if err := s.attempts.ClearFailures(ctx, counters[0].key); err != nil {
		return fmt.Errorf("clear the failed tries: %w", err)
	}
	if err := s.takeBack(ctx, counters[1:]); err != nil {
		return err
	}
	if device == "" {
		return nil
	}
	if err := s.devices.RememberDevice(ctx, person, device, s.now()); err != nil {
		return fmt.Errorf("remember the device: %w", err)
	}
	return nil
}
