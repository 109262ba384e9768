package pins

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/limits"
	"rollbook/web/roll"
)

// Store stores PINs and counts wrong ones.
type Store interface {
	limits.Store
	SetPIN(ctx context.Context, person roll.PersonID, hash string, at time.Time) error
	RenewPIN(ctx context.Context, person roll.PersonID, before, after string) error
	RemovePIN(ctx context.Context, person roll.PersonID) (had bool, err error)
	PINSetAt(ctx context.Context, person roll.PersonID) (time.Time, error)
	PIN(ctx context.Context, school roll.SchoolID, person roll.PersonID) (roll.PINHolder, string, error)
	PINHolders(ctx context.Context, school roll.SchoolID) ([]roll.PINHolder, error)
	LockedPINs(ctx context.Context, limits map[string]int) ([]roll.PINLock, error)
	LiftPINs(ctx context.Context, person roll.PersonID, places ...string) error
}

// Hasher hashes and compares, a few at a time (auth.Passwords).
type Hasher interface {
	HashShort(ctx context.Context, secret string) (string, error)
	Verify(ctx context.Context, secret, hash string, lane auth.Lane) (bool, error)
}

// PINs manages PINs. Make one with New; it is safe for concurrent use.
type PINs struct {
	store    Store
	hasher   Hasher
	check    auth.Checker
	secrets  secrets
	counters *limits.Counters
	clock    func() time.Time
	record   *events.Record
}

// New makes a PINs on the store. Keys are of 32 bytes, at least one, the newest first.
func New(store Store, hasher Hasher, check auth.Checker, keys [][]byte, clock func() time.Time,
	record *events.Record) *PINs {
	return &PINs{store: store, hasher: hasher, check: check, secrets: keys, counters: limits.NewCounters(store, clock),
		clock: clock, record: record}
}

// hashTime limits how long a PIN may wait to be hashed.
const hashTime = 20 * time.Second

// Set gives the person a PIN, replacing an earlier one. It returns ErrNotPIN, ErrEasy, or roll.Unkept when
// too many wait to be hashed.
func (p *PINs) Set(ctx context.Context, person roll.PersonID, text string) error {
	pin, err := Check(text)
	if err != nil {
		return err
	}
	hash, err := p.hash(ctx, person, pin)
	if err == nil {
		err = p.store.SetPIN(ctx, person, hash, p.clock())
	}
	return p.record.After(ctx, err, "pin-set", events.About{Person: person})
}

// Remove removes the person's PIN. A person without one is not an error.
func (p *PINs) Remove(ctx context.Context, person roll.PersonID) error {
	had, err := p.store.RemovePIN(ctx, person)
	if err == nil && had {
		p.record.Done(ctx, "pin-removed", events.About{Person: person})
	}
	return err
}

// SetAt returns when the person set their PIN, zero for a person without one.
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

// tooBusy returns the error for people when a PIN waited too long to be hashed.
func tooBusy(err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return roll.Problem(roll.Unkept, "problem.what.503").Because(err)
	case err != nil:
		return fmt.Errorf("hash a PIN: %w", err)
	}
	return nil
}
