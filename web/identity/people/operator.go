package people

import (
	"context"
	"crypto/rand"

	"rollbook/web/events"
	"rollbook/web/roll"
)

// Newcomer is a person whom the operator adds to a school.
type Newcomer struct {
	Email string
	// Name is the name of a new person.
	Name   string
	School roll.School
	Role   roll.Role
}

// Entry names the way in which an operator adds a Newcomer. It depends on the account with that address.
type Entry string

// The kinds of entry.
const (
	// EntryAdded: there was no account with the address. The new one has the given password.
	EntryAdded Entry = "added"
	// EntryProven: there was an account whose address was not proven. Its password was replaced by the given
	// one, its sessions ended, and its address counts as proven.
	EntryProven Entry = "proven"
	// EntryJoined: there was an account whose address is proven. Its password stays.
	EntryJoined Entry = "joined"
)

// EntryOf returns how the person with the address would be added. EntryJoined needs no password, the others do.
func (p *People) EntryOf(ctx context.Context, email string) (Entry, error) {
	_, entry, err := p.entry(ctx, email)
	return entry, err
}

func (p *People) entry(ctx context.Context, email string) (roll.Person, Entry, error) {
	person, _, err := p.store.PersonByEmail(ctx, email)
	switch {
	case roll.KindOf(err) == roll.NotFound:
		return roll.Person{ID: roll.PersonID(rand.Text()), Email: email}, EntryAdded, nil
	case err == nil && !person.Proven:
		return person, EntryProven, nil
	}
	return person, EntryJoined, err
}

// LetIn gives the person a role in the school, or changes it, for the operator. It needs the password as EntryOf
// defines, and otherwise ignores it. It returns roll.Meaningless for an unacceptable password, wrapping the
// error of auth.Passwords.Hash, and roll.Stale when the account has changed meanwhile.
func (p *People) LetIn(ctx context.Context, who Newcomer, password string) (Entry, error) {
	person, entry, err := p.entry(ctx, who.Email)
	if err != nil {
		return entry, err
	}
	school, hash := who.School, ""
	var memberships []roll.Membership
	if entry == EntryAdded {
		person.Name = who.Name
	} else if _, memberships, err = p.store.Person(ctx, person.ID); err != nil {
		return entry, err
	}
	if entry != EntryJoined {
		if hash, err = p.hash(ctx, password,
			[]string{string(school.ID), school.Name, school.Code, school.Tenant}); err != nil {
			return entry, err
		}
	}
	if err := p.store.LetIn(ctx, person, hash, school.ID, who.Role); err != nil {
		return entry, err
	}
	if entry == EntryProven {
		p.record.Done(ctx, "password-changed", events.About{Person: person.ID})
	}
	event, before := events.Name("person-added"), roleIn(memberships, school.ID)
	if before != "" {
		event = "role-changed"
	}
	p.record.Done(ctx, event, events.About{Person: person.ID, School: school.ID, Before: before, Role: who.Role})
	return entry, nil
}

// SetPassword replaces the person's password, for the operator, who vouches for the address. It ends all sessions and
// removes the PIN, and the second factors of an account whose address was not proven. It returns roll.Meaningless for
// an unacceptable password, wrapping the error of auth.Passwords.Hash.
func (p *People) SetPassword(ctx context.Context, person roll.PersonID, password string) error {
	hash, err := p.hashFor(ctx, person, password)
	if err == nil {
		err = p.store.SetPassword(ctx, person, hash)
	}
	return p.record.After(ctx, err, "password-changed", events.About{Person: person})
}

// Disable prevents the person from signing in at any school, for the operator.
func (p *People) Disable(ctx context.Context, person roll.PersonID) error {
	return p.record.After(ctx, p.store.Disable(ctx, person), "person-disabled", events.About{Person: person})
}

// Enable lets a person sign in again whom Disable blocked, for the operator. A school that blocks them itself still
// does.
func (p *People) Enable(ctx context.Context, person roll.PersonID) error {
	return p.record.After(ctx, p.store.Enable(ctx, person), "person-enabled", events.About{Person: person})
}
