package factor

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/factor"
	"rollbook/views/layout"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/factors"
	"rollbook/web/identity/people"
	"rollbook/web/identity/session"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// base is behind every page of this package.
type base struct {
	pages    *visit.Pages
	sessions *session.Sessions
	devices  *session.Devices
	people   *people.People
	factors  *factors.Factors
	clock    func() time.Time
}

// next returns the address to continue at, from the form or the query.
func (b base) next(c echo.Context) string {
	return visit.OwnNext(b.pages.Paths, c.Request().Form.Get("next"))
}

// pageOf returns the page of the missing step.
func (b base) pageOf(missing factors.Step, next string) string {
	if missing == factors.SetUpFactor {
		return b.pages.Paths.To(paths.Factors, next)
	}
	return b.pages.Paths.To(paths.SecondStep, next)
}

// site returns the origin of the request's page, and the session or device that its passkeys' challenges belong to.
func (b base) site(c echo.Context) factors.Site {
	return factors.Site{Origin: b.pages.Origin(c), Binding: b.pages.Binding(c)}
}

// formPage returns a page without navigation, which also fits before the second step (visit.Check). Links lead nowhere
// else there.
func (b base) formPage(v *visit.Visit) layout.Page {
	page := visit.Checked(b.pages.FormPage(v, ""))(v)
	page.Address = b.pages.Paths.To(paths.Home)
	return page
}

// step returns the beginning of a page, with the problem of the last press (visit.Check).
func (b base) step(v *visit.Visit, problem string) factor.Step {
	return factor.Step{Page: b.formPage(v), Email: v.Person.Email, Next: b.next(v), Problem: problem}
}

// from returns the origin of a try.
func from(v *visit.Visit) auth.From { return auth.From{Device: v.Device.ID, Address: v.RealIP()} }

// typed returns the field of the form.
func typed(c echo.Context, field string) string { return c.Request().PostForm.Get(field) }

// Refusal explains why a password, a code or a passkey was refused. The text is empty for another cause.
func Refusal(c echo.Context, words *language.Words, cause error, wrong language.Key) (status int, text string) {
	problem, _ := errors.AsType[*roll.Error](cause)
	var throttled *auth.ThrottledError
	switch {
	case problem != nil && problem.Kind == roll.Meaningless:
		return http.StatusUnprocessableEntity, words.Text(problem.Message)
	case errors.As(cause, &throttled):
		c.Response().Header().Set("Retry-After", strconv.Itoa(int(throttled.RetryAfter.Seconds())))
		return http.StatusTooManyRequests, words.Text("account.too_many", "Span", words.Span(throttled.RetryAfter))
	case errors.Is(cause, auth.ErrWrong), errors.Is(cause, auth.ErrPasswordTooLong):
		return http.StatusUnprocessableEntity, words.Text(wrong)
	case errors.Is(cause, auth.ErrBusy), errors.Is(cause, context.DeadlineExceeded):
		return http.StatusServiceUnavailable, words.Text("sign_in.problem.busy")
	}
	return 0, ""
}

// refuse shows the page with the reason of a refusal, and returns another cause.
func refuse(v *visit.Visit, cause error, wrong language.Key, show func(*visit.Visit, int, string) error) error {
	status, text := Refusal(v, v.Words, cause, wrong)
	if text == "" {
		return cause
	}
	return show(v, status, text)
}
