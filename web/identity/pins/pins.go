package pins

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// Store keeps PINs and counts wrong ones.
type Store interface {
	SetPIN(ctx context.Context, person roll.PersonID, hash string, at time.Time) error
	RenewPIN(ctx context.Context, person roll.PersonID, before, after string) error
	RemovePIN(ctx context.Context, person roll.PersonID) (had bool, err error)
	PINSetAt(ctx context.Context, person roll.PersonID) (time.Time, error)
	PIN(ctx context.Context, school roll.SchoolID, person roll.PersonID) (roll.PINHolder, string, error)
	PINHolders(ctx context.Context, school roll.SchoolID) ([]roll.PINHolder, error)
	LockedPINs(ctx context.Context, limits map[string]int) ([]roll.PINLock, error)
	LiftPINs(ctx context.Context, person roll.PersonID, places ...string) error
	ChangePINTries(ctx context.Context, counters []roll.PINCounter, change func([]roll.PINTries) []roll.PINTries) error
}

// Hasher hashes and compares, few at once; first goes before those who are not known
// (auth.Passwords).
type Hasher interface {
	HashShort(ctx context.Context, secret string) (string, error)
	Verify(ctx context.Context, secret, hash string, first bool) (bool, error)
}

// PINs sees to PINs. Make one with New; it is safe for concurrent use.
type PINs struct {
	store   Store
	hasher  Hasher
	check   Checker
	secrets secrets
	clock   func() time.Time
	record  *events.Record
}

// New sees to the PINs in the store. keys are of 32 bytes, the newest first and at least one.
func New(store Store, hasher Hasher, check Checker, keys [][]byte, clock func() time.Time, record *events.Record) *PINs {
	return &PINs{store: store, hasher: hasher, check: check, secrets: keys, clock: clock, record: record}
}

// hashTime bounds how long a PIN may wait for its turn to be hashed.
const hashTime = 20 * time.Second

// Set gives the person a PIN, in place of an earlier one. The errors are ErrNotPIN and ErrEasy; a
// roll.Unkept where too many wait to be hashed.
func (p *PINs) Set(ctx context.Context, person roll.PersonID, text string) error {
	pin, err := Check(text)
	if err != nil {
		return err
	}
	hash, err := p.hash(ctx, person, pin)
	if err != nil {
		return err
	}
	if err := p.store.SetPIN(ctx, person, hash, p.clock()); err != nil {
		return err
	}
	p.record.Done(ctx, Set, events.About{Person: person})
	return nil
}

// Remove takes the person's PIN away. It is no error where there is none.
func (p *PINs) Remove(ctx context.Context, person roll.PersonID) error {
	had, err := p.store.RemovePIN(ctx, person)
	if err == nil && had {
		p.record.Done(ctx, Removed, events.About{Person: person})
	}
	return err
}

// SetAt returns the time at which the person set their PIN, zero for somebody without one.
func (p *PINs) SetAt(ctx context.Context, person roll.PersonID) (time.Time, error) {
	return p.store.PINSetAt(ctx, person)
}

// hash returns the hash to store for the PIN.
func (p *PINs) hash(ctx context.Context, person roll.PersonID, pin string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, hashTime)
	defer cancel()
	key := p.secrets[0]
	hash, err := p.hasher.HashShort(ctx, secret(key, person, pin))
	return tag(key) + hash, tooBusy(err)
}

// tooBusy is the error for people where a PIN waited too long for its turn.
func tooBusy(err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return roll.Problem(roll.Unkept, "problem.what.503").Because(err)
	case err != nil:
		return fmt.Errorf("hash a PIN: %w", err)
	}
	return nil
}

// Checker tells who has a name and a password (auth.SignIn).
type Checker interface {
	Check(ctx context.Context, email, password string, from auth.From) (auth.Identity, error)
}
