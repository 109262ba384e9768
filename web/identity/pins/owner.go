package pins

import (
	"context"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// Owner is a person at their own account, with the typed password and its origin, see auth.SignIn.Check.
type Owner struct {
	roll.Person
	Password string
	From     auth.From
	// Proven is true when the owner has just proven who they are in another way.
	Proven bool
}

// SetOwn gives its owner a new PIN. It returns the errors of Set before checking the password, and those of
// auth.SignIn.Check.
func (p *PINs) SetOwn(ctx context.Context, owner Owner, text string) error {
	if _, err := Check(text); err != nil {
		return err
	}
	if err := p.prove(ctx, owner); err != nil {
		return err
	}
	return p.Set(ctx, owner.ID, text)
}

// RemoveOwn removes the owner's PIN. It returns the errors of auth.SignIn.Check.
func (p *PINs) RemoveOwn(ctx context.Context, owner Owner) error {
	if err := p.prove(ctx, owner); err != nil {
		return err
	}
	return p.Remove(ctx, owner.ID)
}

func (p *PINs) prove(ctx context.Context, owner Owner) error {
	if owner.Proven {
		return nil
	}
	_, err := p.check.Check(ctx, owner.Email, owner.Password, owner.From)
	if err != nil {
		p.record.Refused(ctx, "pin-refused", events.About{Person: owner.ID, Reason: "password"})
	}
	return err
}
