package entry_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// invitationLink makes an invitation as the admin, and returns its address on this site.
func invitationLink(t testing.TB, p *apptest.Program, name, email string, role roll.Role) string {
	t.Helper()
	v := p.As(t, apptest.Administrator)
	return handedLink(t, p, v.Post(apptest.PeoplePath+"/invite", v.InviteForm(name, email, role)).Want(t, http.StatusOK))
}

// passwordLink makes, as the admin, a link for choosing a password, and returns its address on this site.
func passwordLink(t testing.TB, p *apptest.Program, person string) string {
	t.Helper()
	return handedLink(t, p, p.As(t, apptest.Administrator).DoesTo(person, "link").Want(t, http.StatusOK))
}

func handedLink(t testing.TB, p *apptest.Program, handed apptest.Answer) string {
	t.Helper()
	link, ok := strings.CutPrefix(handed.Text("#handed code.address"), p.Address)
	if !ok || !strings.HasPrefix(link, "/link/") {
		t.Fatalf("the link is %q: %s", link, handed.Text("main"))
	}
	return link
}

// opensLink fills in the form of a link.
func opensLink(v *apptest.Visitor, link, name, password string) apptest.Answer {
	v.T.Helper()
	form := v.Get(link).Want(v.T, http.StatusOK).Form("main form")
	if form.Has("name") {
		form.Set("name", name)
	}
	form.Set("password", password)
	return v.Post(link, form)
}
