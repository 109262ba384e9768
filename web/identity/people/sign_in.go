package people

import (
	"context"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// Check is auth.SignIn.Check with a log event for the result.
func (p *People) Check(ctx context.Context, email, password string, from auth.From) (roll.Person, error) {
	person, err := p.check.Check(ctx, email, password, from)
	if err != nil {
		p.record.Refused(ctx, "sign-in-refused", events.About{Person: person.ID, Reason: refusal(err)})
		return person, err
	}
	p.signedIn(ctx, person)
	return person, nil
}

// Entered logs that the person came in through the demonstration, which asks for no password.
func (p *People) Entered(ctx context.Context, person roll.Person) {
	p.signedIn(ctx, person)
}

func (p *People) signedIn(ctx context.Context, person roll.Person) {
	// A read-only database turns no person away. The list of people then shows an earlier sign-in.
	err := p.store.NoteSignIn(ctx, person.ID, p.clock())
	p.record.Done(ctx, "sign-in", events.About{Person: person.ID, Err: err})
}
