package factor

import (
	"strings"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// Step has the fields that most pages of second factors share.
type Step struct {
	layout.Page
	// Email is the address of the account.
	Email string
	// Next is the address to continue at; it may be empty.
	Next string
	// Problem is the reason why the last press did nothing; it may be empty.
	Problem string
}

// SecondStepView is the page after the password. A code is posted to Paths.SecondStep with the fields code and next.
type SecondStepView struct {
	Step
	// HasApp is true for a person with an authenticator app, and HasCodes if recovery codes are left.
	HasApp, HasCodes bool
	// Options are those of the person's passkeys; empty for none.
	Options string
}

// ChooseView is the page where a person chooses a second factor.
type ChooseView struct {
	Step
	// Demanded is true if the school demands one.
	Demanded bool
	// HasApp is true for a person with an authenticator app, who has no use for another one.
	HasApp bool
	// Passkeys is true if browsers can make passkeys for this address.
	Passkeys bool
}

// AppView is the page of a new authenticator app. It is posted to Paths.FactorApp with the fields press, current, code
// and next.
type AppView struct {
	Step
	Press roll.Token
	// Secret is the secret for the app, as text, and Image as a picture for its camera.
	Secret string
	Image  part.Code
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

// PasskeyView is the page of a new passkey. First the fields name, current and next are posted to Paths.FactorPasskey.
// Then Options are those of the new passkey, and it is posted to Paths.FactorPasskeyMade with name, answer and next.
type PasskeyView struct {
	Step
	// Name is the name that the person gave. Browser and System name the browser, for a proposal.
	Name, Browser, System string
	Options               string
}

// name returns the typed name, or a proposal.
func (v *PasskeyView) name() string {
	if v.Name != "" || v.System == "" {
		return v.Name
	}
	return v.Words.Text(language.AgentSystemKeys.Of(v.System))
}

// ConfirmView asks a signed-in person to prove again that it is them. The password is posted to Paths.Confirm with the
// fields current and next.
type ConfirmView struct {
	Step
	// Options are those of the person's passkeys; empty for none.
	Options string
	// Provider is the name of the provider that signed the person in, ProviderOf its school; empty for a password.
	Provider, ProviderOf string
	// HasPassword is false for a person who signs in elsewhere.
	HasPassword bool
}
