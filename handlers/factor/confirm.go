package factor

import (
	"net/http"

	"rollbook/handlers/visit"
	"rollbook/views/factor"
	"rollbook/web/identity/sso"
	"rollbook/web/language"
)

// Confirm asks a signed-in person to prove again that it is them, with the password, a passkey, or the
// provider that signed them in.
type Confirm struct {
	base
	sso *sso.SSO
}

// Get shows the page.
func (p *Confirm) Get(v *visit.Visit) error { return p.show(v, http.StatusOK, "") }

func (p *Confirm) show(v *visit.Visit, status int, problem string) error {
	view := &factor.ConfirmView{Step: p.step(v, problem)}
	if current, _ := p.sessions.Current(v.Ctx); current.Provided {
		provider, _, err := p.sso.Of(v.Ctx, current.Only[0])
		v.Check(err)
		view.Provider, view.ProviderOf = provider.Name, string(current.Only[0])
		return p.pages.ShowAs(v, status, factor.Confirm(view))
	}
	view.Options = p.request(v)
	has := visit.Checked(p.people.HasPassword(v.Ctx, v.Person))(v)
	view.HasPassword = has
	return p.pages.ShowAs(v, status, factor.Confirm(view))
}

// Post checks the password.
func (p *Confirm) Post(v *visit.Visit) error {
	return p.done(v, p.people.Confirm(v.Ctx, v.Person, typed(v, "current"), from(v)), "account.wrong")
}

// Passkey checks a passkey.
func (p *Confirm) Passkey(v *visit.Visit) error {
	_, err := p.base.Passkey(v, v.Person.ID)
	return p.done(v, err, "factor.wrong_passkey")
}

// done notes the time, and continues at the page that asked.
func (p *Confirm) done(v *visit.Visit, err error, wrong language.Key) error {
	if err != nil {
		return refuse(v, err, wrong, p.show)
	}
	p.sessions.Confirm(v.Ctx, v.Now())
	return visit.GoTo(v, visit.NextOr(p.pages.Paths, p.next(v)))
}
