package people

import (
	"context"
	"errors"

	"rollbook/web/auth"
)

// Check checks as auth.SignIn.Check does, and notes what came of it.
func (p *People) Check(ctx context.Context, email, password string, from auth.From) (auth.Identity, error) {
	identity, err := p.check.Check(ctx, email, password, from)
	if err != nil {
		p.warn(ctx, SignInRefused, about{person: identity.Person.ID, reason: refusal(err)})
		return identity, err
	}
	p.signedIn(ctx, identity)
	return identity, nil
}

func (p *People) signedIn(ctx context.Context, identity auth.Identity) {
	// Where the database can only be read nobody is turned away: the list of people then shows an
	// earlier day.
	err := p.store.NoteSignIn(ctx, identity.Person.ID, p.clock())
	p.tell(ctx, SignedIn, about{person: identity.Person.ID, err: err})
}

// refusal says in a word why nobody was signed in.
func refusal(err error) string {
	var throttled *auth.ThrottledError
	switch {
	case errors.Is(err, auth.ErrWrong):
		return "wrong"
	case errors.As(err, &throttled):
		return "too-many"
	case errors.Is(err, auth.ErrBusy):
		return "busy"
	case errors.Is(err, auth.ErrPasswordTooLong):
		return "too-long"
	}
	return "failed"
}
