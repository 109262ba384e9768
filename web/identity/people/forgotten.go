package people

import (
	"context"
	"time"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// The most links for a new password that one address may request.
const (
	mostLinks  = 3
	linkWindow = time.Hour
)

// Forgotten sends a link for a new password to the address, if it belongs to an account. It answers at once
// and identically for every address, so that neither words nor time reveal an account. Only requests for accounts
// wait, a few for each, so that a stranger's do not fill the queue.
func (p *People) Forgotten(ctx context.Context, email string) {
	if p.mail == nil {
		return
	}
	email = auth.NormalizeEmail(email)
	person, _, err := p.store.PersonByEmail(ctx, email)
	switch {
	case roll.KindOf(err) == roll.NotFound, person.Disabled:
	case err != nil:
		p.record.Refused(ctx, "password-link-not-sent", events.About{Err: err})
	case !p.forgetful.Enter(person.ID):
		p.record.Refused(ctx, "password-link-refused", events.About{Person: person.ID, Reason: "too-many"})
	case !p.queue(func(ctx context.Context) { p.remind(ctx, person, email) }):
		p.forgetful.Leave(person.ID)
		p.record.Refused(ctx, "password-link-not-sent", events.About{Reason: "busy"})
	}
}

func (p *People) remind(ctx context.Context, person roll.Person, email string) {
	defer p.forgetful.Leave(person.ID)
	now := p.clock()
	made, err := p.store.CountNewPasswords(ctx, email, now.Add(-linkWindow))
	if err == nil && made >= mostLinks {
		p.record.Refused(ctx, "password-link-refused", events.About{Person: person.ID, Reason: "too-many"})
		return
	}
	if err == nil {
		err = p.mailLink(ctx, person, now)
	}
	if err != nil {
		p.record.Refused(ctx, "password-link-not-sent", events.About{Person: person.ID, Err: err})
		return
	}
	p.record.Done(ctx, "password-link-made", events.About{Person: person.ID})
}

func (p *People) mailLink(ctx context.Context, person roll.Person, now time.Time) error {
	link := roll.AccountLink{Kind: roll.NewPassword, Email: person.Email, MadeAt: now,
		Ends: now.Add(roll.PasswordLinkLasts)}
	secret, err := p.make(ctx, &link, p.tokens.New(person.ID))
	if err != nil {
		return err
	}
	return p.mail.send(ctx, link, secret, letter{languages: [2]string{person.Language}})
}
