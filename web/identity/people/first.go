package people

import (
	"context"
	"crypto/rand"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// InUse reports whether there is a person or a school. Until then only the link of FirstLink opens anything.
func (p *People) InUse(ctx context.Context) (bool, error) { return p.store.InUse(ctx) }

// FirstLink makes the link that creates the first admin, and returns its secret. It is valid once, for
// roll.FirstLinkLasts, until a newer one is made. It returns false when there is already a person or a
// school.
func (p *People) FirstLink(ctx context.Context) (secret string, made bool, err error) {
	now := p.clock()
	link := roll.AccountLink{Kind: roll.FirstAdmin, Role: roll.Admin, MadeAt: now, Ends: now.Add(roll.FirstLinkLasts),
		Handed: true}
	secret = p.tokens.LinkSecret(auth.AccountLink, roll.Token(rand.Text()), string(link.Kind))
	link.ID, _ = auth.LinkID[roll.AccountLinkID](auth.AccountLink, secret)
	if made, err = p.store.AddFirstLink(ctx, link); err != nil || !made {
		return "", false, err
	}
	p.record.Done(ctx, "first-link-made", events.About{})
	return secret, true, nil
}

// mayBegin refuses an expired link for the first admin, and one used after the first person or school exists.
func (p *People) mayBegin(ctx context.Context, opened Opened) error {
	used, err := p.store.InUse(ctx)
	sentence := roll.MessageKey("account_link.first_used")
	switch {
	case err != nil:
		return err
	case !used && opened.Link.Open(p.clock()):
		return nil
	case !used:
		sentence = "account_link.first_over"
	}
	p.record.Refused(ctx, "account-link-refused", events.About{Reason: string(opened.Link.Kind)})
	return roll.Problem(roll.Stale, sentence)
}

// beginFirst creates the account of the first admin, who adds the first school next.
func (p *People) beginFirst(ctx context.Context, opened Opened, used Used) (roll.Person, error) {
	email, good := auth.ParseEmail(used.Email)
	if !good {
		return roll.Person{}, roll.Problem(roll.Meaningless, "people.problem.address")
	}
	name, good := roll.ParseCoverName(used.Name)
	if !good {
		return roll.Person{}, roll.Problem(roll.Meaningless, "account_link.wrong_name")
	}
	hash, err := p.hash(ctx, used.Password, []string{email, name})
	if err != nil {
		return roll.Person{}, err
	}
	person := roll.Person{ID: roll.PersonID(rand.Text()), Email: email, Name: name}
	err = p.store.BeginByLink(ctx, opened.Link.ID, person, hash, p.clock())
	if roll.KindOf(err) == roll.Stale {
		// Another person was faster, or a newer link was made meanwhile.
		if over := p.mayBegin(ctx, opened); over != nil {
			return roll.Person{}, over
		}
	}
	if err != nil {
		return roll.Person{}, err
	}
	p.record.Done(ctx, "first-admin-begun", events.About{Person: person.ID, Role: roll.Admin})
	// The first epoch of a new account.
	person.Epoch = 1
	return person, nil
}

// AddedFirstSchool logs that the person added the first school.
func (p *People) AddedFirstSchool(ctx context.Context, person roll.PersonID, school roll.SchoolID) {
	p.record.Done(ctx, "first-school-added", events.About{By: person, School: school})
}
