package factor

import (
	"strings"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// SecondStepView is the page after the password. A code is posted to Paths.SecondStep with the fields code and next.
type SecondStepView struct {
	layout.Page
	// Email is the address of the account.
	Email string
	// Next is the address to continue at; it may be empty.
	Next string
	// HasApp is true for a person with an authenticator app, and HasCodes if recovery codes are left.
	HasApp, HasCodes bool
	// Options are those of the person's passkeys; empty for none.
	Options string
	Problem string
}

// ChooseView is the page where a person chooses a second factor.
type ChooseView struct {
	layout.Page
	Next string
	// Demanded is true if the school demands one.
	Demanded bool
	// Passkeys is true if browsers can make passkeys for this address.
	Passkeys bool
}

// AppView is the page of a new authenticator app. It is posted to Paths.FactorApp with the fields press, current, code
// and next.
type AppView struct {
	layout.Page
	Email string
	Next  string
	Press roll.Token
	// Secret is what the app needs, and Image the same for its camera.
	Secret  string
	Image   part.Code
	Problem string
}

// CodesView shows the recovery codes, once.
type CodesView struct {
	layout.Page
	Codes []string
	// Next is the page to continue at.
	Next string
}

// grouped writes a secret in groups of four letters, for reading and typing.
func grouped(secret string) string {
	const group = 4
	var groups []string
	for len(secret) > group {
		groups, secret = append(groups, secret[:group]), secret[group:]
	}
	return strings.Join(append(groups, secret), " ")
}

// primary fills the button that leads.
func primary(leads bool) templ.Attributes {
	return templ.Attributes{"class": templ.KV("primary", leads)}
}
