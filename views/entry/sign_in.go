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
	// SignInBusy: too many people are signing in (503).
	SignInBusy SignInProblem = "busy"
)

// kind returns "note" if the person made no mistake, and "problem" otherwise.
func (v *SignInView) kind() string {
	if v.Problem == SignInExpired {
		return "note"
	}
	return "problem"
}
