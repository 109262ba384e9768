package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"rollbook/web/roll"
)

var (
	// ErrWrong answers a wrong password, an unknown name and a disabled person alike.
	ErrWrong = errors.New("the e-mail address or the password is wrong")
	// ErrNoAccount is what Accounts answers for a name that nobody has.
	ErrNoAccount = errors.New("no such account")
)

// Identity is somebody who proved who he is.
type Identity struct {
	Person roll.Person
	// Epoch rises whenever the person's sessions must end: with a new password and
	// when he is disabled. A session of an earlier epoch is worth nothing.
	Epoch int
}

// Account is what is kept about somebody who signs in with a password.
type Account struct {
	Identity
	// PasswordHash is empty for people without a password.
	PasswordHash string
}

// Accounts finds people by their normalised e-mail address (NormalizeEmail). The
// error is ErrNoAccount when there is none.
type Accounts interface {
	Account(ctx context.Context, email string) (Account, error)
}

// Attempts keeps the wrong passwords in a row. Keys are opaque and of one length,
// times are UTC in whole milliseconds; what is older than two days may be deleted.
type Attempts interface {
	// Failures are those of a key, the zero value when it has none.
	Failures(ctx context.Context, key string) (Failures, error)
	// SwapFailures replaces before by after and tells whether it did, which it does
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
// never right. *Passwords is one.
type Verifier interface {
	Verify(ctx context.Context, password, hash string) (bool, error)
}

// SignIn checks names and passwords.
type SignIn struct {
	accounts  Accounts
	attempts  Attempts
	devices   KnownDevices
	passwords Verifier
	now       func() time.Time
}

// NewSignIn checks against the accounts, with the clock for the delays.
func NewSignIn(accounts Accounts, attempts Attempts, devices KnownDevices, passwords Verifier, now func() time.Time) *SignIn {
	return &SignIn{accounts: accounts, attempts: attempts, devices: devices, passwords: passwords, now: now}
}

// NormalizeEmail trims a user name and lower-cases it, as accounts are stored.
func NormalizeEmail(email string) string {
	return strings.ToLower(strings.TrimSpace(email))
}

// Check tells who has the name and the password. The device is the id of a browser
// that this server knows, or empty; a success remembers it for the person.
//
// An error comes with the person's id alone, for the log, where the name is somebody's.
// The errors are ErrWrong, *ThrottledError, ErrPasswordTooLong, and those of the
// stores. Unknown names are counted, delayed and take as long as known ones.
func (s *SignIn) Check(ctx context.Context, email, password, device string) (Identity, error) {
	if len(password) > MaxPasswordSize {
		return Identity{}, ErrPasswordTooLong
	}
	email = NormalizeEmail(email)
	account, err := s.accounts.Account(ctx, email)
	if err != nil && !errors.Is(err, ErrNoAccount) {
		return Identity{}, fmt.Errorf("find the account: %w", err)
	}
	refused := Identity{Person: roll.Person{ID: account.Person.ID}}
	key, err := s.attemptKey(ctx, email, account.Person.ID, device)
	if err != nil {
		return refused, err
	}
	// Counted before the password is looked at: tries made at the same time cannot
	// all pass on one old count.
	if err := s.countTry(ctx, key); err != nil {
		return refused, err
	}
	right, err := s.passwords.Verify(ctx, password, account.PasswordHash)
	if err != nil {
		return refused, err
	}
	if !right || account.Person.Disabled || account.PasswordHash == "" {
		return refused, ErrWrong
	}
	if err := s.succeed(ctx, key, account.Person.ID, device); err != nil {
		return refused, err
	}
	return account.Identity, nil
}

// attemptKey is that of the account, or that of the account on a device on which
// the person has signed in before: strangers cannot use that one up.
func (s *SignIn) attemptKey(ctx context.Context, email string, person roll.PersonID, device string) (string, error) {
	known := false
	if person != "" && device != "" {
		var err error
		if known, err = s.devices.KnownDevice(ctx, person, device); err != nil {
			return "", fmt.Errorf("look up the device: %w", err)
		}
	}
	if !known {
		device = ""
	}
	// Hashed, so that whatever somebody types as a name is short and not readable.
	sum := sha256.Sum256([]byte(email + "\x00" + device))
	return base64.RawURLEncoding.EncodeToString(sum[:]), nil
}

// countTry counts one wrong password in advance, or refuses.
func (s *SignIn) countTry(ctx context.Context, key string) error {
	const swaps = 5
	for range swaps {
		failures, err := s.attempts.Failures(ctx, key)
		if err != nil {
			return fmt.Errorf("read the failed tries: %w", err)
		}
		// Whole milliseconds come back from every database as they went in.
		now := s.now().UTC().Truncate(time.Millisecond)
		if wait := failures.RetryAfter(now); wait > 0 {
			return throttled(wait)
		}
		swapped, err := s.attempts.SwapFailures(ctx, key, failures, Failures{Count: failures.Count + 1, Last: now})
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

func (s *SignIn) succeed(ctx context.Context, key string, person roll.PersonID, device string) error {
	if err := s.attempts.ClearFailures(ctx, key); err != nil {
		return fmt.Errorf("clear the failed tries: %w", err)
	}
	if device == "" {
		return nil
	}
	if err := s.devices.RememberDevice(ctx, person, device, s.now()); err != nil {
		return fmt.Errorf("remember the device: %w", err)
	}
	return nil
}
