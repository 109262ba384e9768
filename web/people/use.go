package people

import (
	"context"
	"crypto/rand"
	"slices"

	"rollbook/web/auth"
	"rollbook/web/roll"
)

// Opened is a link as somebody finds it on opening it.
type Opened struct {
	Link roll.AccountLink
	// Known is true for an invitation of somebody who has an account: it is joined with that
	// account's password, so that a link alone opens no account.
	Known bool
	// School is the school of an invitation.
	School roll.School
	person roll.Person
}

// Open looks at the link with the secret and changes nothing. The errors are a roll.NotFound for a
// secret that is none, and a roll.Stale for a link that is over.
func (p *People) Open(ctx context.Context, secret string) (Opened, error) {
	id, ok := auth.AccountLinkID(secret)
	if !ok {
		return Opened{}, roll.Problem(roll.NotFound, "problem.what.404")
	}
	link, err := p.store.AccountLink(ctx, id)
	if err != nil {
		return Opened{}, err
	}
	opened := Opened{Link: link}
	if link.Kind != roll.FirstAdmin && !link.Open(p.clock()) {
		return opened, p.refuse(ctx, opened)
	}
	person, _, err := p.store.PersonByEmail(ctx, link.Email)
	if err != nil && roll.KindOf(err) != roll.NotFound {
		return opened, err
	}
	opened.person, opened.Known = person, err == nil
	switch link.Kind {
	case roll.FirstAdmin:
		return opened, p.mayBegin(ctx, opened)
	case roll.NewPassword:
		return opened, p.mayChoose(ctx, opened)
	case roll.Invitation:
		opened.School, err = p.store.School(ctx, link.School)
	}
	return opened, err
}

// mayChoose refuses a link for the password of somebody who is disabled, and one that an admin holds
// of somebody who belongs to another school by now.
func (p *People) mayChoose(ctx context.Context, opened Opened) error {
	if !opened.Known || opened.person.Disabled {
		return p.refuse(ctx, opened)
	}
	_, schools, err := p.store.Person(ctx, opened.person.ID)
	if err != nil {
		return err
	}
	other := func(membership roll.Membership) bool { return membership.School != opened.Link.School }
	if opened.Link.School != "" && slices.ContainsFunc(schools, other) {
		return p.refuse(ctx, opened)
	}
	return nil
}

// refuse tells that the link is over.
func (p *People) refuse(ctx context.Context, opened Opened) error {
	p.warn(ctx, LinkRefused, about{person: opened.person.ID, school: opened.Link.School, reason: string(opened.Link.Kind)})
	return roll.Problem(roll.Stale, "account_link.over")
}

// Used holds what somebody typed at a link.
type Used struct {
	// Name is for somebody new.
	Name string
	// Email is for the first admin, whom nobody has invited.
	Email    string
	Password string
	// From is the origin of the try, as with auth.SignIn.Check.
	From auth.From
}

// Use uses the link once, and returns the person who is signed in by that. The errors are those of
// Open, a roll.Meaningless for a name or a new password that is not good enough, and those of
// auth.SignIn.Check where the password of an account has to be typed.
func (p *People) Use(ctx context.Context, secret string, used Used) (auth.Identity, error) {
	opened, err := p.Open(ctx, secret)
	if err != nil {
		return auth.Identity{}, err
	}
	var identity auth.Identity
	switch {
	case opened.Link.Kind == roll.FirstAdmin:
		identity, err = p.beginFirst(ctx, opened, used)
	case opened.Link.Kind == roll.NewPassword:
		identity, err = p.choose(ctx, opened, used)
	case opened.Known:
		identity, err = p.join(ctx, opened, used)
	default:
		identity, err = p.begin(ctx, opened, used)
	}
	if err != nil {
		return auth.Identity{}, err
	}
	p.signedIn(ctx, identity)
	return identity, nil
}

// choose stores a new password.
func (p *People) choose(ctx context.Context, opened Opened, used Used) (auth.Identity, error) {
	names, err := p.store.PasswordNames(ctx, opened.person.ID)
	if err != nil {
		return auth.Identity{}, err
	}
	hash, err := p.hash(ctx, used.Password, names)
	if err != nil {
		return auth.Identity{}, err
	}
	epoch, err := p.store.PasswordByLink(ctx, opened.Link.ID, opened.person.ID, hash, p.clock())
	if err != nil {
		return auth.Identity{}, err
	}
	p.tell(ctx, PasswordLinkUsed, about{person: opened.person.ID})
	return auth.Identity{Person: opened.person, Epoch: int(epoch)}, nil
}

// join lets somebody with an account into the school.
func (p *People) join(ctx context.Context, opened Opened, used Used) (auth.Identity, error) {
	identity, err := p.check.Check(ctx, opened.Link.Email, used.Password, used.From)
	if err != nil {
		p.warn(ctx, SignInRefused, about{person: opened.person.ID, reason: refusal(err)})
		return identity, later(err)
	}
	return identity, p.let(ctx, opened, identity.Person, "")
}

// begin makes an account.
func (p *People) begin(ctx context.Context, opened Opened, used Used) (auth.Identity, error) {
	name, ok := roll.ParseCoverName(used.Name)
	if !ok {
		return auth.Identity{}, roll.Problem(roll.Meaningless, "account_link.wrong_name")
	}
	school := opened.School
	hash, err := p.hash(ctx, used.Password, []string{opened.Link.Email, name, string(school.ID), school.Name, school.Code, school.Tenant})
	if err != nil {
		return auth.Identity{}, err
	}
	person := roll.Person{ID: roll.PersonID(rand.Text()), Email: opened.Link.Email, Name: name}
	// A new account's epoch is the first.
	return auth.Identity{Person: person, Epoch: 1}, p.let(ctx, opened, person, hash)
}

func (p *People) let(ctx context.Context, opened Opened, person roll.Person, hash string) error {
	link := opened.Link
	if err := p.store.JoinByLink(ctx, link, person, hash, p.clock()); err != nil {
		return err
	}
	p.tell(ctx, InvitationUsed, about{person: person.ID, by: link.MadeBy, school: link.School, role: link.Role})
	return nil
}
