package entry

import (
	"time"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/web/language"
)

// SignInView is the sign-in page. Its form is posted to Paths.SignIn with the
// fields email, password and next.
type SignInView struct {
	layout.Page
	// Email is kept from a try that failed.
	Email string
	// Next is the own address to go on to; it may be empty.
	Next string
	// Problem says why the page is shown again, or why somebody was signed out.
	Problem SignInProblem
	// Wait is the time to wait after too many tries.
	Wait time.Duration
	// Forgotten is true where a link for a new password can be asked for.
	Forgotten bool
}

// SignInProblem is the reason why nobody is signed in. Its words are in the catalogue as
// sign_in.problem.PROBLEM.
type SignInProblem string

// The problems.
const (
	// SignInWrong: e-mail or password is wrong; which of the two is never said (422).
	SignInWrong SignInProblem = "wrong"
	// SignInTooMany: too many tries; Wait says for how long (429).
	SignInTooMany SignInProblem = "too_many"
	// SignInExpired: the session ended while a page was open.
	SignInExpired SignInProblem = "expired"
	// SignInDisabled: the right password of somebody who may not sign in any more (403).
	SignInDisabled SignInProblem = "disabled"
	// SignInBusy: too many people sign in at this moment (503).
	SignInBusy SignInProblem = "busy"
)

// kind returns note where nobody did anything wrong, else problem.
func (v *SignInView) kind() string {
	if v.Problem == SignInExpired {
		return "note"
	}
	return "problem"
}

func (v *SignInView) text() string {
	if v.Problem == SignInTooMany {
		return v.Words.Text("sign_in.problem.too_many", "Span", v.Words.Span(v.Wait))
	}
	return v.Words.Text(language.SignInProblemKeys.Of(string(v.Problem)))
}

// described points from an element to the text that explains it.
func described(yes bool, id string) templ.Attributes {
	if !yes {
		return nil
	}
	return templ.Attributes{"aria-describedby": id}
}
