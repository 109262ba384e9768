package factor

import (
	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/web/identity/factors"
	"rollbook/web/roll"
)

// Beginning begins the sessions of people who have said who they are.
type Beginning struct{ base }

// AfterPassword begins the session of a person who gave the password. It continues at the address, or with the second
// step if the person has a second factor or must set one up.
func (b *Beginning) AfterPassword(c echo.Context, person roll.Person, next string) error {
	ctx := c.Request().Context()
	missing, err := b.factors.Missing(ctx, person.ID)
	if err != nil {
		return err
	}
	if missing == factors.NoStep {
		return b.Whole(c, person, next)
	}
	if err := b.sessions.SignInFirst(ctx, person.ID, int(person.Epoch)); err != nil {
		return err
	}
	if missing == factors.SetUpFactor {
		b.factors.LedToSetUp(ctx, person.ID)
	}
	return visit.GoTo(c, b.pageOf(missing, visit.OwnNext(b.pages.Paths, next)))
}

// Whole begins the session of a person who needs no further step, and continues at the address: after a passkey, which
// proves two factors, or after a sign-in at a provider, which asks for its own.
func (b *Beginning) Whole(c echo.Context, person roll.Person, next string) error {
	if err := b.Begin(c, person); err != nil {
		return err
	}
	return visit.GoTo(c, visit.NextOr(b.pages.Paths, next))
}

// Begin is Whole without an answer.
func (b *Beginning) Begin(c echo.Context, person roll.Person) error {
	ctx := c.Request().Context()
	if err := b.sessions.SignIn(ctx, person.ID, int(person.Epoch), b.clock()); err != nil {
		return err
	}
	b.people.Entered(ctx, person)
	return nil
}
