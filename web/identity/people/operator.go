package people

import (
	"context"
	"crypto/rand"
	"slices"

	"rollbook/web/events"
	"rollbook/web/roll"
)

// Newcomer is a person whom the operator lets into a school.
type Newcomer struct {
	Email string
	// Name is for a new person.
	Name   string
	School roll.School
	Role   roll.Role
}

// Let says how a Newcomer came in.
type Let string

// The ways in.
const (
	// LetAdded: there was no account with the address. It has the password that was given.
	LetAdded Let = "added"
	// LetProven: there was an account whose address was not proven. Its password was replaced by the one
	// that was given, its sessions ended, and its address counts as proven.
	LetProven Let = "proven"
	// LetJoined: there was an account whose address is proven. Its password stays.
	LetJoined Let = "joined"
)

// Way returns how the person with the address would come in: which of the two ways that need a
// password, or the one that does not.
func (p *People) Way(ctx context.Context, email string) (Let, error) {
	_, way, err := p.way(ctx, email)
	return way, err
}

func (p *People) way(ctx context.Context, email string) (roll.Person, Let, error) {
	person, _, err := p.store.PersonByEmail(ctx, email)
	switch {
	case roll.KindOf(err) == roll.NotFound:
		return roll.Person{ID: roll.PersonID(rand.Text()), Email: email}, LetAdded, nil
	case err == nil && !person.Proven:
		return person, LetProven, nil
	}
	return person, LetJoined, err
}

// LetIn gives the person a role in the school, or another one, as the operator. The password is
// needed as Way says, and not looked at otherwise. The error of a password that is not good enough is a
// roll.Meaningless, whose cause is that of auth.Passwords.Hash; that of an account that has changed
// meanwhile is a roll.Stale.
func (p *People) LetIn(ctx context.Context, who Newcomer, password string) (Let, error) {
	person, way, err := p.way(ctx, who.Email)
	if err != nil {
		return way, err
	}
	school, hash := who.School, ""
	var memberships []roll.Membership
	if way == LetAdded {
		person.Name = who.Name
	} else if _, memberships, err = p.store.Person(ctx, person.ID); err != nil {
		return way, err
	}
	if way != LetJoined {
		if hash, err = p.hash(ctx, password, []string{string(school.ID), school.Name, school.Code, school.Tenant}); err != nil {
			return way, err
		}
	}
	if err := p.store.LetIn(ctx, person, hash, school.ID, who.Role); err != nil {
		return way, err
	}
	if way == LetProven {
		p.record.Done(ctx, PasswordChanged, events.About{Person: person.ID})
	}
	event := PersonAdded
	if slices.ContainsFunc(memberships, func(membership roll.Membership) bool { return membership.School == school.ID }) {
		event = RoleChanged
	}
	p.record.Done(ctx, event, events.About{Person: person.ID, School: school.ID, Role: who.Role})
	return way, nil
}

// SetPassword replaces the person's password, as the operator, who vouches for the address. All
// sessions end, and the PIN is removed. The error of a password that is not good enough is a
// roll.Meaningless, whose cause is that of auth.Passwords.Hash.
func (p *People) SetPassword(ctx context.Context, person roll.PersonID, password string) error {
	names, err := p.store.PasswordNames(ctx, person)
	if err != nil {
		return err
	}
	hash, err := p.hash(ctx, password, names)
	if err != nil {
		return err
	}
	if err := p.store.SetPassword(ctx, person, hash); err != nil {
		return err
	}
	p.record.Done(ctx, PasswordChanged, events.About{Person: person})
	return nil
}

// Disable keeps the person from signing in at any school, as the operator.
func (p *People) Disable(ctx context.Context, person roll.PersonID) error {
	if err := p.store.Disable(ctx, person); err != nil {
		return err
	}
	p.record.Done(ctx, PersonDisabled, events.About{Person: person})
	return nil
}
