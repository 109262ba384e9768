package entry

import (
	"rollbook/views/layout"
	"rollbook/web/language"
)

// AccountView is the page of one's own account. A new password is posted to Paths.AccountPassword
// with the fields current and password.
type AccountView struct {
	layout.Page
	// Email is the person's, as typed when signing in.
	Email    string
	Sessions []AccountSession
	PIN      AccountPIN
	// Said names what has just been done: password, session, pin or pin_removed; empty for nothing.
	Said string
	// Problem says why the password is not changed; empty for none.
	Problem string
}

// AccountPIN is the person's PIN for tablets. A new one is posted to Paths.AccountPIN with the fields
// current and pin; it is removed at Paths.AccountPINRemove with the field current.
type AccountPIN struct {
	// Locked says that tablets look at no PIN for the person's name.
	Locked bool
	// Since tells when it was set, as people read it; empty for none.
	Since string
	// Problem says why nothing has changed; empty for none. OfPIN tells that it is about the
	// new PIN, and not about the current password.
	Problem string
	OfPIN   bool
}

// AccountSession is one sign-in of the person. It is ended at Paths.AccountSession.
type AccountSession struct {
	ID string
	// Began and Used tell when it began and was last used, as people read them.
	Began, Used string
	// Browser and System are the ends of the keys account.browser and account.system; empty where
	// they are not known.
	Browser, System string
	// This is true for the session in which the page is read.
	This bool
}

// with names the browser and the system.
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

// AccountLinkKind is the purpose of a link that somebody was sent.
type AccountLinkKind string

// The kinds.
const (
	// LinkBegins begins an account: a name and a new password.
	LinkBegins AccountLinkKind = "begin"
	// LinkJoins lets somebody with an account into one more school: its password.
	LinkJoins AccountLinkKind = "join"
	// LinkChooses replaces a password: a new one.
	LinkChooses AccountLinkKind = "choose"
	// LinkFirst begins the account of the first admin: a name, an address and a new password.
	LinkFirst AccountLinkKind = "first"
)

// AccountLinkView is the page behind a link. Its form is posted to Paths.AccountLink with the fields
// name, email and password.
type AccountLinkView struct {
	layout.Page
	// Secret is the link's.
	Secret string
	Kind   AccountLinkKind
	// School is the name of the school that lets somebody in.
	School string
	// Email is the link's; the first admin types it.
	Email string
	// Name is the name that the invitation proposes, or that was typed.
	Name    string
	Problem string
	// Signed names the person who is signed in on the browser; empty where nobody is.
	Signed string
}

// LinkOverView says that a link does not work any more.
type LinkOverView struct {
	layout.Page
	Why LinkOver
}

// LinkOver is the reason why a link does not work any more.
type LinkOver string

// The reasons.
const (
	// LinkUsed: it was used, or a newer one took its place, or its days are over.
	LinkUsed LinkOver = "over"
	// LinkUnproven: it was handed over, and is for an account whose address is not proven.
	LinkUnproven LinkOver = "unproven"
	// LinkFirstOver: it was for the first admin, and nobody has begun yet.
	LinkFirstOver LinkOver = "first_over"
	// LinkFirstUsed: it was for the first admin, who has begun by now.
	LinkFirstUsed LinkOver = "first_used"
)

// ForgottenView is the page on which somebody asks for a new password. Its form is posted to
// Paths.Forgotten with the field email.
type ForgottenView struct {
	layout.Page
	// Sent is true after somebody asked, whether or not an account has the address.
	Sent bool
}

// about says what the link is for.
func (v *AccountLinkView) about() string {
	switch v.Kind {
	case LinkChooses:
		return v.Words.Text("account_link.about_choose")
	case LinkFirst:
		return v.Words.Text("account_link.about_first")
	case LinkBegins, LinkJoins:
	}
	return v.Words.Text(language.AccountLinkAboutKeys.Of(string(v.Kind)), "School", v.School)
}
