package entry

import (
	"time"

	"rollbook/views/layout"
)

// SignInView is the sign-in page. Its form is posted to Paths.SignIn with the
// fields email, password and next.
type SignInView struct {
	layout.Page
	// Email is the address of a failed attempt.
	Email string
	// Next is the address, on this site, to open after sign-in; it may be empty.
	Next string
	// Problem is the reason why the page is shown again, or why the person was signed out.
	Problem SignInProblem
	// Wait is the time to wait after too many attempts.
	Wait time.Duration
	// Refused is the sentence about why a provider did not sign the person in; it may be empty.
	Refused string
	// At is the school whose provider is offered; it may be empty.
	At string
	// Offers are the buttons of providers. Finds is true when an address may find others.
	Offers []SignInOffer
	Finds  bool
	// Passkey are the options of a passkey that signs in; empty if there is none.
	Passkey string
	// Forgotten is true if the page offers a link for a new password.
	Forgotten bool
}

// SignInProblem is the reason why the person is not signed in. Its words are in the catalogue as
// sign_in.problem.PROBLEM.
type SignInProblem string

// The problems.
const (
	// SignInWrong: e-mail or password is wrong; the page does not say which (422).
	SignInWrong SignInProblem = "wrong"
	// SignInTooMany: too many attempts; Wait is the time to wait (429).
	SignInTooMany SignInProblem = "too_many"
	// SignInExpired: the session ended while a page was open.
	SignInExpired SignInProblem = "expired"
	// SignInManaged: the person's schools accept only the sign-in by their provider (403).
	SignInManaged SignInProblem = "managed"
	// SignInFound: the provider of the typed address is offered.
	SignInFound SignInProblem = "found"
	// SignInNoProvider: no school accepts accounts of the typed address (422).
	SignInNoProvider SignInProblem = "no_provider"
	// SignInNoAddress: no address was typed (422).
	SignInNoAddress SignInProblem = "no_address"
	// SignInPasskey: the passkey is not known, or the page is too old (422).
	SignInPasskey SignInProblem = "passkey"
	// SignInBusy: too many people are signing in (503).
	SignInBusy SignInProblem = "busy"
)

// kind returns "note" if the person made no mistake, and "problem" otherwise.
func (v *SignInView) kind() string {
	if v.Problem == SignInExpired || v.Problem == SignInFound {
		return "note"
	}
	return "problem"
}

// SignInOffer is the button of the provider of the school with the id. School is the school's name if there are several.
type SignInOffer struct{ ID, Name, School string }

// text is the text of the button.
func (v *SignInView) text(offer SignInOffer) string {
	if offer.School != "" {
		return v.Words.Text("sign_in.with_at", "Name", offer.Name, "School", offer.School)
	}
	return v.Words.Text("sign_in.with", "Name", offer.Name)
}
