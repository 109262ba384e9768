package apptest

import (
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"rollbook/web/roll"
)

// AppOf is the authenticator app of a person, on a phone of its own.
type AppOf struct {
	Secret string
	Codes  []string
}

// At returns the code that the app shows at the instant.
func (a AppOf) At(t testing.TB, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(a.Secret, at)
	Must(t, err)
	return code
}

// GivesApp sets up an authenticator app for the person, with the code of half a minute ago as the first one.
func (p *Program) GivesApp(t testing.TB, email string) AppOf {
	t.Helper()
	person := roll.Person{ID: roll.PersonID(email), Email: email}
	press := p.App.Identity.Tokens.New(person.ID)
	made, err := p.App.Identity.Factors.NewApp(person, press)
	Must(t, err)
	app := AppOf{Secret: made.Secret}
	app.Codes, err = p.App.Identity.Factors.AddApp(t.Context(), person, press,
		app.At(t, p.App.Clock().Add(-30*time.Second)))
	Must(t, err)
	return app
}
