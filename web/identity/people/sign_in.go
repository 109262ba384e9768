package people

import (
	"context"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// Check is auth.SignIn.Check with a log event for a refusal. Entered logs the sign-in once it is complete.
func (p *People) Check(ctx context.Context, email, password string, from auth.From) (roll.Person, error) {
	person, err := p.check.Check(ctx, email, password, from)
	if err != nil {
		p.record.Refused(ctx, "sign-in-refused", events.About{Person: person.ID, Reason: auth.Refusal(err)})
	}
	return person, err
}

// Entered logs that the person is signed in.
func (p *People) Entered(ctx context.Context, person roll.Person) {
	// A read-only database turns no person away. The list of people then shows an earlier sign-in.
	err := p.store.NoteSignIn(ctx, person.ID, p.clock())
	p.record.Done(ctx, "sign-in", events.About{Person: person.ID, Err: err})
}
