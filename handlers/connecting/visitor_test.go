package connecting_test

import (
	"net/http"
	"testing"

	"rollbook/handlers/apptest"
)

// connects enters the four credentials of the sample school as an admin does.
func connects(t testing.TB, p *apptest.Program, v *apptest.Visitor) apptest.Answer {
	t.Helper()
	known, err := p.Sandbox.Schools()
	apptest.Must(t, err)
	return v.ConnectsTo(p.Service.URL, known[0].Tenant, apptest.HarbourCode, p.NewKey(t, apptest.HarbourCode).Reveal())
}

// choosesMark opens the page for trying a mark of 8B's student at the place.
func choosesMark(v *apptest.Visitor, place int, status string) apptest.Answer {
	v.T.Helper()
	return v.Get(v.Choice(place, status)).Want(v.T, http.StatusOK)
}
