package identity

import (
	"context"
	"errors"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// accounts finds people for sign-in.
type accounts struct{ store *store.Store }

// Account returns the account with the address, or auth.ErrNoAccount.
func (a accounts) Account(ctx context.Context, email string) (auth.Account, error) {
	person, hash, err := a.store.PersonByEmail(ctx, email)
	if err != nil {
		if roll.KindOf(err) == roll.NotFound {
			err = errors.Join(auth.ErrNoAccount, err)
		}
		return auth.Account{}, err
	}
	return auth.Account{Identity: auth.Identity{Person: person, Epoch: int(person.Epoch)}, PasswordHash: hash}, nil
}

// Schools returns the schools that the person may enter, none for a removed person.
func (a accounts) Schools(ctx context.Context, person roll.PersonID) ([]roll.SchoolID, error) {
	_, memberships, err := a.store.Person(ctx, person)
	if roll.KindOf(err) == roll.NotFound {
		// The person was removed a moment ago, with their school.
		return nil, nil
	}
	schools := make([]roll.SchoolID, len(memberships))
	for i, membership := range memberships {
		schools[i] = membership.School
	}
	return schools, err
}

// attempts counts wrong passwords for sign-in.
type attempts struct{ store *store.Store }

// Failures returns the failures of the key.
func (a attempts) Failures(ctx context.Context, key string) (auth.Failures, error) {
	count, last, err := a.store.Failures(ctx, key)
	return auth.Failures{Count: count, Last: last}, err
}

// SwapFailures replaces before by after if the key still has before.
func (a attempts) SwapFailures(ctx context.Context, key string, before, after auth.Failures) (bool, error) {
	return a.store.SwapFailures(ctx, key, before.Count, before.Last, after.Count, after.Last)
}

// ClearFailures deletes the key.
func (a attempts) ClearFailures(ctx context.Context, key string) error {
	return a.store.ClearFailures(ctx, key)
}
