package entry

import (
	"rollbook/views/layout"
	"rollbook/web/language"
)

// AccountView is the page of the person's own account. A new password is posted to Paths.AccountPassword with
// the fields current and password.
type AccountView struct {
	layout.Page
	// Email is the person's address, as entered at sign-in.
	Email string
	// Provided is true for a person whom the provider of the school signed in: nothing asks for a password.
	Provided bool
	Sessions []AccountSession
	PIN      AccountPIN
	// Factors are the person's passkeys and app, and Codes counts the unused recovery codes.
	Factors []AccountFactor
	Codes   int
}

// AccountPIN is the person's PIN for tablets. A new one is posted to Paths.AccountPIN with the fields current
// and pin; the form to remove it is posted to Paths.AccountPINRemove with the field current.
type AccountPIN struct {
	// Locked is true while tablets check no PIN for the person's name.
	Locked bool
	// Since is the time when it was set, formatted for people; empty if there is no PIN.
	Since string
	// Problem is the reason why nothing was changed; it may be empty. OfPIN is true if it is about the new
	// PIN, and false if it is about the current password.
	Problem string
	OfPIN   bool
}

// AccountFactor is a second factor of the person. Paths.FactorRemove removes it.
type AccountFactor struct {
	ID string
	// Name is the person's name for a passkey, and empty for an authenticator app.
	Name string
	// Made and Used are times formatted for people; Used is empty for never.
	Made, Used string
}

// title returns the name of a passkey, or of the app.
func (f AccountFactor) title(v *AccountView) string {
	if f.Name == "" {
		return v.Words.Text("factor.app")
	}
	return v.Words.Text("factor.named", "Name", f.Name)
}

// AccountSession is one session of the person. Paths.AccountSession ends it.
type AccountSession struct {
	ID string
	// Began and Used are the times of its sign-in and of its last use, formatted for people.
	Began, Used string
	// Browser and System are the ends of the keys account.browser and account.system; empty if unknown.
	Browser, System string
	// This is true for the session that reads the page.
	This bool
}

// with returns the names of the browser and the system.
func (v *AccountView) with(one AccountSession) string {
	browser := v.Words.Text("account.browser")
	if one.Browser != "" {
		browser = v.Words.Text(language.AgentBrowserKeys.Of(one.Browser))
	}
	if one.System == "" {
		return browser
	}
	return v.Words.Text("account.with", "Browser", browser, "System", v.Words.Text(language.AgentSystemKeys.Of(one.System)))
}

// AccountLinkKind is the purpose of a link in a message.
type AccountLinkKind string

// The kinds.
const (
	// LinkBegins starts an account: a name and a new password.
	LinkBegins AccountLinkKind = "begin"
	// LinkJoins adds a person with an account to another school: its password.
	LinkJoins AccountLinkKind = "join"
	// LinkChooses replaces a password: a new one.
	LinkChooses AccountLinkKind = "choose"
	// LinkFirst starts the account of the first admin: a name, an address and a new password.
	LinkFirst AccountLinkKind = "first"
)

// AccountLinkView is the page of such a link. Its form is posted to Paths.AccountLink with the fields name,
// email and password.
type AccountLinkView struct {
	layout.Page
	// Secret is the link's secret.
	Secret string
	Kind   AccountLinkKind
	// School is the name of the school that the link is for.
	School string
	// Email is the link's address; the first admin enters it.
	Email string
	// Name is the name in the invitation, or the name entered.
	Name string
	// Signed is the name of the person signed in on the browser; it may be empty.
	Signed string
}

// LinkOverView is the page of a link that is no longer valid.
type LinkOverView struct {
	layout.Page
	Why LinkOver
}

// LinkOver is the reason why a link is no longer valid.
type LinkOver string

// The reasons.
const (
	// LinkUsed: it was used, replaced by a newer one, or has expired.
	LinkUsed LinkOver = "over"
	// LinkUnproven: it was handed over, and its account's address is not proven.
	LinkUnproven LinkOver = "unproven"
	// LinkFirstOver: it was for the first admin, whose account does not exist yet.
	LinkFirstOver LinkOver = "first_over"
	// LinkFirstUsed: it was for the first admin, whose account exists by now.
	LinkFirstUsed LinkOver = "first_used"
)

// ForgottenView is the page that asks for a new password. Its form is posted to Paths.Forgotten with the
// field email.
type ForgottenView struct {
	layout.Page
	// Sent is true after the form was sent, whether or not an account has the address.
	Sent bool
}
