package factor

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/factors"
	"rollbook/web/identity/people"
	"rollbook/web/identity/session"
	"rollbook/web/language"
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
		return b.pages.Paths.Factors(next)
	}
	return b.pages.Paths.SecondStep(next)
}

// site returns the origin of the request's page, and the session or device that its passkeys' challenges belong to.
func (b base) site(c echo.Context) factors.Site {
	return factors.Site{Origin: b.pages.Origin(c), Binding: b.pages.Binding(c)}
}

// formPage returns a page without navigation, which also fits before the second step. Links lead nowhere else there.
func (b base) formPage(v *visit.Visit) (layout.Page, error) {
	page, err := b.pages.FormPage(v, "")
	page.Address = b.pages.Paths.Home()
	return page, err
}

// from returns the origin of a try.
func from(v *visit.Visit) auth.From { return auth.From{Device: v.Device.ID, Address: v.RealIP()} }

// typed returns the field of the form.
func typed(c echo.Context, field string) string { return c.Request().PostForm.Get(field) }

// refusal explains why a code, a password or a passkey was refused. The text is empty for another cause.
func refusal(v *visit.Visit, cause error, wrong language.Key) (status int, text string) {
	var throttled *auth.ThrottledError
	switch {
	case errors.As(cause, &throttled):
		v.Response().Header().Set("Retry-After", strconv.Itoa(int(throttled.RetryAfter.Seconds())))
		return http.StatusTooManyRequests, v.Words.Text("account.too_many", "Span", v.Words.Span(throttled.RetryAfter))
	case errors.Is(cause, auth.ErrWrong), errors.Is(cause, auth.ErrPasswordTooLong):
		return http.StatusUnprocessableEntity, v.Words.Text(wrong)
	case errors.Is(cause, auth.ErrBusy), errors.Is(cause, context.DeadlineExceeded):
		return http.StatusServiceUnavailable, v.Words.Text("sign_in.problem.busy")
	}
	return 0, ""
}
