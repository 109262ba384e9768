package settings

import (
	"net/http"
	"net/url"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/edge"
	"rollbook/web/identity/sso"
	"rollbook/web/roll"
)

// SSOPage shows and stores the school's sign-in provider.
type SSOPage struct {
	pages *visit.Pages
	sso   *sso.SSO
	// public is the address of the server; nil for the request's own.
	public *url.URL
}

// Get shows the provider.
func (p *SSOPage) Get(v *visit.Visit) error {
	provider, _, err := p.sso.Of(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	return p.show(v, http.StatusOK, typedOf(provider), func(view *settings.SSOView) { view.Done = v.Said("kept", "removed") })
}

// Post stores the provider that was typed.
func (p *SSOPage) Post(v *visit.Visit) error {
	typed := typedIn(v.Request().PostForm)
	return p.done(v, typed, "kept", p.sso.Set(v.Ctx, v.School.ID, typed))
}

// Remove ends signing in by the provider.
func (p *SSOPage) Remove(v *visit.Visit) error {
	return p.done(v, sso.Typed{}, "removed", p.sso.Remove(v.Ctx, v.School.ID))
}

// Try shows whether people could sign in by the provider that was typed.
func (p *SSOPage) Try(v *visit.Visit) error {
	typed := typedIn(v.Request().PostForm)
	if err := p.sso.Try(v.Ctx, v.School, typed); err != nil {
		return p.done(v, typed, "", err)
	}
	return p.show(v, http.StatusOK, typed, func(view *settings.SSOView) { view.Done = "tried" })
}

// done redirects to the page, or shows there the problem with the typed values.
func (p *SSOPage) done(v *visit.Visit, typed sso.Typed, done string, err error) error {
	if status, sentence, ok := correctable(v, err); ok {
		return p.show(v, status, typed, func(view *settings.SSOView) { view.Problem = sentence })
	}
	return visit.Done(v, err, p.pages.Paths.SSOSettings(string(v.School.ID))+"?said="+done)
}

func (p *SSOPage) show(v *visit.Visit, status int, typed sso.Typed, more func(*settings.SSOView)) error {
	_, has, err := p.sso.Of(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	typed.Secret = ""
	school, origin := string(v.School.ID), edge.Origin(v, p.public)
	view := &settings.SSOView{
		Page: p.pages.OfficePage(v, "", layout.NavSettings), Has: has, Typed: settings.SSOTyped(typed),
		Back: origin + p.pages.Paths.SSOBack(school), Link: origin + p.pages.Paths.SignInAt(school),
	}
	more(view)
	return p.pages.Render(v, status, settings.SSO(view))
}

// typedIn parses the form.
func typedIn(form url.Values) sso.Typed {
	return sso.Typed{
		Kind: form.Get("kind"), Issuer: form.Get("issuer"), Name: form.Get("name"), Client: form.Get("client"), Secret: form.Get("secret"),
		Tenants: form.Get("tenants"), Domains: form.Get("domains"), Claim: form.Get("claim"), Teachers: form.Get("teachers"),
		Office: form.Get("office"), Admins: form.Get("admins"), Otherwise: form.Get("otherwise"), Makes: form.Get("makes") != "",
	}
}

// typedOf returns the fields of a stored provider.
func typedOf(provider roll.Provider) sso.Typed {
	lines := func(list []string) string { return strings.Join(list, "\n") }
	typed := sso.Typed{
		Kind: sso.KindOf(provider), Client: provider.Client, Tenants: lines(provider.Tenants), Domains: lines(provider.Domains), Claim: provider.Claim,
		Teachers: lines(provider.Teachers), Office: lines(provider.Office), Admins: lines(provider.Admins),
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
