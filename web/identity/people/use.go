package people

import (
	"context"
	"crypto/rand"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// Opened is a link that a person has opened.
type Opened struct {
	Link roll.AccountLink
	// Joins is true for an invitation of a person with a proven account. Using it needs that account's
	// password, so that a link alone opens no account. A mailed invitation of a person whose account is not
	// proven works as if there were no account, and ends what was there before.
	Joins bool
	// School is the school of an invitation.
	School roll.School
	person roll.Person
}

// Open looks up the link with the secret and changes nothing. It returns roll.NotFound for an unknown secret,
// and roll.Stale for a link that is over.
func (p *People) Open(ctx context.Context, secret string) (Opened, error) {
	id, ok := auth.LinkID[roll.AccountLinkID](auth.AccountLink, secret)
	if !ok {
		return Opened{}, p.unknown(ctx, "account-link-refused", roll.Problem(roll.NotFound, "problem.what.404"))
	}
	link, err := p.store.AccountLink(ctx, id)
	if err != nil {
		return Opened{}, p.unknown(ctx, "account-link-refused", err)
	}
	opened := Opened{Link: link}
	if link.Kind != roll.FirstAdmin && !link.Open(p.clock()) {
		return opened, p.refuse(ctx, opened, "account_link.over")
	}
	person, _, err := p.store.PersonByEmail(ctx, link.Email)
	if err != nil && roll.KindOf(err) != roll.NotFound {
		return opened, err
	}
	opened.person, opened.Joins = person, person.Proven
	switch link.Kind {
	case roll.FirstAdmin:
		return opened, p.mayBegin(ctx, opened)
	case roll.NewPassword:
		return opened, p.mayChoose(ctx, opened)
	case roll.Invitation:
		switch {
		case person.ID == "", person.Proven:
		case person.Disabled:
			return opened, p.refuse(ctx, opened, "account_link.over")
		case link.Handed:
			return opened, p.refuse(ctx, opened, "account_link.unproven")
		}
		opened.School, err = p.store.School(ctx, link.School)
	}
	return opened, err
}

// mayChoose refuses a password link of a disabled person, and one that an admin received if the person
// belongs to another school by now.
func (p *People) mayChoose(ctx context.Context, opened Opened) error {
	known := opened.person.ID != "" && !opened.person.Disabled
	if known && opened.Link.Handed {
		elsewhere, err := p.store.KnownElsewhere(ctx, opened.person.ID, opened.Link.School)
		if err != nil {
			return err
		}
		known = !elsewhere
	}
	if !known {
		return p.refuse(ctx, opened, "account_link.over")
	}
	return nil
}

// unknown logs that an unknown link was opened, which may be a guess, and returns the error.
func (p *People) unknown(ctx context.Context, event events.Name, err error) error {
	if roll.KindOf(err) == roll.NotFound {
		p.record.Refused(ctx, event, events.About{Reason: "unknown"})
	}
	return err
}

// refuse logs the refusal of the link and returns its problem.
func (p *People) refuse(ctx context.Context, opened Opened, sentence roll.MessageKey) error {
	p.record.Refused(ctx, "account-link-refused",
		events.About{Person: opened.person.ID, School: opened.Link.School, Reason: string(opened.Link.Kind)})
	return roll.Problem(roll.Stale, sentence)
}

// Used has the fields that a person typed at a link.
type Used struct {
	// Name is for a new person.
	Name string
	// Email is for the first admin, whose link has no address.
	Email    string
	Password string
	// From is the origin of the try, see auth.SignIn.Check.
	From auth.From
}

// Use uses the link once, and returns the person to sign in. It returns the errors of Open,
// roll.Meaningless for an unacceptable name or new password, and those of auth.SignIn.Check when the link
// needs an account's password.
func (p *People) Use(ctx context.Context, secret string, used Used) (roll.Person, error) {
	opened, err := p.Open(ctx, secret)
	if err != nil {
		return roll.Person{}, err
	}
	switch {
	case opened.Link.Kind == roll.FirstAdmin:
		return p.beginFirst(ctx, opened, used)
	case opened.Link.Kind == roll.NewPassword:
		hash, err := p.hashFor(ctx, opened.person.ID, used.Password)
		if err != nil {
			return roll.Person{}, err
		}
		person := opened.person
		person.Epoch, err = p.store.PasswordByLink(ctx, opened.Link, person, hash, p.clock())
		return person, p.record.After(ctx, err, "password-link-used", events.About{Person: person.ID})
	case opened.Joins:
		person, err := p.check.Check(ctx, opened.Link.Email, used.Password, used.From)
		if err != nil {
			p.record.Refused(ctx, "sign-in-refused", events.About{Person: opened.person.ID, Reason: auth.Refusal(err)})
			return person, later(err)
		}
		_, err = p.let(ctx, opened, opened.person, "")
		return person, err
	}
	return p.begin(ctx, opened, used)
}

// begin creates an account, or takes over one whose address was never proven.
func (p *People) begin(ctx context.Context, opened Opened, used Used) (roll.Person, error) {
	name, ok := roll.ParseCoverName(used.Name)
	if !ok {
		return roll.Person{}, roll.Problem(roll.Meaningless, "account_link.wrong_name")
	}
	about, err := p.about(ctx, opened, used)
	if err != nil {
		return roll.Person{}, err
	}
	hash, err := p.hash(ctx, used.Password, about)
	if err != nil {
		return roll.Person{}, err
	}
	person := opened.person
	if person.ID == "" {
		person = roll.Person{ID: roll.PersonID(rand.Text()), Email: opened.Link.Email}
	}
	person.Name = name
	person.Epoch, err = p.let(ctx, opened, person, hash)
	return person, err
}

func (p *People) let(ctx context.Context, opened Opened, person roll.Person, hash string) (epoch int64, err error) {
	link := opened.Link
	epoch, err = p.store.JoinByLink(ctx, link, person, hash, p.clock())
	return epoch, p.record.After(ctx, err, "invitation-used",
		events.About{Person: person.ID, By: link.MadeBy, School: link.School, Role: link.Role})
}
