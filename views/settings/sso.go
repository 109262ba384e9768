package settings

import (
	"rollbook/views/layout"
)

// SSOView is the page of the school's sign-in provider.
type SSOView struct {
	layout.Page
	// Has is true when the school has a provider.
	Has   bool
	Typed SSOTyped
	// Back is the address to register at the provider. Link opens the sign-in page with the school's button.
	Back, Link string
}

// SSOTyped are the fields of the form. Lists have an entry a line. The secret is never shown.
type SSOTyped struct {
	Kind, Issuer, Name, Client, Secret         string
	Tenants, Domains                           string
	Claim, Teachers, Office, Admins, Otherwise string
	Makes                                      bool
}

// kinds are the choices of a provider.
func (*SSOView) kinds() []string { return []string{"google", "microsoft", "other"} }

// roles are the choices for people in none of the groups.
func (v *SSOView) roles() []layout.Option { return roleOptions(&v.Page, v.Words.Text("sso.nobody")) }
