package settings

import (
	"net/url"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/identity/session"
	"rollbook/web/identity/sso"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// SSOPage shows and stores the school's sign-in provider.
type SSOPage struct {
	base
	sso      *sso.SSO
	sessions *session.Sessions
}

// Get shows the provider, or what was typed.
func (p *SSOPage) Get(v *visit.Visit) error {
	provider, has, err := p.sso.Of(v.Ctx, v.School.ID)
	v.Check(err)
	typed := typedOf(provider)
	if form := v.Request().PostForm; form.Has("kind") {
		typed = typedIn(form)
	}
	typed.Secret = ""
	school, origin := string(v.School.ID), p.pages.Origin(v)
	view := &settings.SSOView{
		Page: p.page(v), Has: has, Typed: typed,
		Back: origin + p.pages.Paths.To(paths.SSOBack, school), Link: origin + p.pages.Paths.To(paths.SignInAt, school),
	}
	if v.Request().PostForm.Has("kind") && view.Problem == "" {
		view.Done = v.Words.Text("sso.said.tried")
	}
	return p.pages.Show(v, settings.SSO(view))
}

// Post stores the provider that was typed.
func (p *SSOPage) Post(v *visit.Visit) error {
	return p.after(v, "sso", p.goOn(v, p.sso.Set(v.Ctx, v.School.ID, typedIn(v.Request().PostForm))))
}

// goOn continues the session of an admin who signed in with a password, after a change that ended the sessions of all
// who are linked to the provider.
func (p *SSOPage) goOn(v *visit.Visit, err error) error {
	if current, _ := p.sessions.Current(v.Ctx); err != nil || current.Provided {
		return err
	}
	person, _, err := p.store.Person(v.Ctx, v.Person.ID)
	if err != nil || person.Epoch == v.Person.Epoch {
		return err
	}
	return p.sessions.Renew(v.Ctx, int(person.Epoch), v.Now())
}

// Remove ends signing in by the provider.
func (p *SSOPage) Remove(v *visit.Visit) error {
	return p.after(v, "sso-removed", p.goOn(v, p.store.RemoveProvider(v.Ctx, v.School.ID)))
}

// Try shows whether people could sign in by the provider that was typed.
func (p *SSOPage) Try(v *visit.Visit) error {
	if err := p.sso.Try(v.Ctx, v.School, typedIn(v.Request().PostForm)); err != nil {
		return p.after(v, "", err)
	}
	return p.Get(v)
}

func (p *SSOPage) after(v *visit.Visit, said string, err error) error {
	return visit.After(v, err, p.pages.Paths.To(paths.SSOSettings, v.School.ID), said, p.Get)
}

// typedIn parses the form.
func typedIn(form url.Values) roll.TypedProvider {
	return roll.TypedProvider{
		Kind: form.Get("kind"), Issuer: form.Get("issuer"), Name: form.Get("name"), Client: form.Get("client"),
		Secret: form.Get("secret"), Tenants: form.Get("tenants"), Domains: form.Get("domains"), Claim: form.Get("claim"),
		Teachers: form.Get("teachers"), Office: form.Get("office"), Admins: form.Get("admins"),
		Otherwise: form.Get("otherwise"), Makes: form.Get("makes") != "",
	}
}

// typedOf returns the fields of a stored provider.
func typedOf(provider roll.Provider) roll.TypedProvider {
	lines := func(list []string) string { return strings.Join(list, "\n") }
	typed := roll.TypedProvider{
		Kind: sso.KindOf(provider), Client: provider.Client, Tenants: lines(provider.Tenants),
		Domains: lines(provider.Domains), Claim: provider.Claim, Teachers: lines(provider.Teachers),
		Office: lines(provider.Office), Admins: lines(provider.Admins),
		Otherwise: string(provider.Otherwise), Makes: provider.Makes,
	}
	switch {
	case provider.Issuer == "":
		typed.Kind = sso.Google
	case typed.Kind == sso.Other:
		typed.Issuer, typed.Name = provider.Issuer, provider.Name
	}
	return typed
}
