package entry

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/limits"
	"rollbook/web/identity/session"
	"rollbook/web/identity/sso"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// SignIn is the sign-in page.
type SignIn struct {
	base
	sso *sso.SSO
	// wrong counts wrong passkeys. A right one is never refused.
	wrong *limits.Tries
	clock func() time.Time
}

// Get shows the form. It redirects a signed-in visitor.
func (s *SignIn) Get(c echo.Context) error {
	next := c.Request().Form.Get("next")
	if _, ok := s.sessions.Current(c.Request().Context()); ok {
		return c.Redirect(http.StatusSeeOther, visit.NextOr(s.pages.Paths, next))
	}
	view := entry.SignInView{Next: visit.OwnNext(s.pages.Paths, next), At: c.Request().Form.Get("school")}
	if _, known := s.devices.Load(c.Request()); known && view.Next != "" {
		view.Problem = entry.SignInExpired
	}
	return s.show(c, http.StatusOK, view)
}

// show renders the form.
func (s *SignIn) show(c echo.Context, status int, view entry.SignInView) error {
	var err error
	if view.Page, err = s.pages.FormPage(c, s.pages.WordsOf(c).Text("sign_in.title")); err != nil {
		return err
	}
	view.Forgotten = s.people.HasMail()
	if view.Passkey, err = s.begins.Request(c, roll.Person{}); err != nil {
		return err
	}
	if err := s.offer(c, &view); err != nil {
		return err
	}
	return s.pages.Render(c, status, entry.SignIn(&view))
}

// offer adds the buttons of providers: that of the school, of the device's last sign-in, or of the typed address.
func (s *SignIn) offer(c echo.Context, view *entry.SignInView) (err error) {
	if view.At == "" {
		device, _ := s.devices.Load(c.Request())
		view.At = string(device.Provider)
	}
	view.Offers, view.Finds, err = s.sso.Offers(c.Request().Context(), roll.SchoolID(view.At), view.Email)
	return err
}

// find shows the buttons of the schools that accept accounts of the typed address.
func (s *SignIn) find(c echo.Context, view entry.SignInView) error {
	offered, _, err := s.sso.Offers(c.Request().Context(), "", view.Email)
	switch {
	case err != nil:
		return err
	case len(offered) > 0:
		view.Problem = entry.SignInFound
		return s.show(c, http.StatusOK, view)
	case view.Email == "":
		view.Problem = entry.SignInNoAddress
	default:
		view.Problem = entry.SignInNoProvider
	}
	return s.show(c, http.StatusUnprocessableEntity, view)
}

// Post checks name and password, and redirects to the person's target.
func (s *SignIn) Post(c echo.Context) error {
	form := c.Request().PostForm
	email, password, next := form.Get("email"), form.Get("password"), form.Get("next")
	view := entry.SignInView{Email: email, Next: visit.OwnNext(s.pages.Paths, next)}
	if form.Get("find") != "" {
		return s.find(c, view)
	}
	person, err := s.people.Check(c.Request().Context(), email, password, s.from(c))
	if err == nil {
		err = s.begins.AfterPassword(c, person, next)
	}
	return s.refuse(c, view, err)
}

// Passkey signs in with a passkey alone.
func (s *SignIn) Passkey(c echo.Context) error {
	next := c.Request().PostForm.Get("next")
	view := entry.SignInView{Next: visit.OwnNext(s.pages.Paths, next)}
	person, err := s.begins.Passkey(c, "")
	if errors.Is(err, auth.ErrWrong) {
		if wait := s.wrong.Count(s.visitors.Client(c), s.clock()); wait > 0 {
			return s.refuse(c, view, auth.Throttled(wait))
		}
		view.Problem = entry.SignInPasskey
		return s.show(c, http.StatusUnprocessableEntity, view)
	}
	if err == nil {
		err = s.begins.Whole(c, person, next)
	}
	return s.refuse(c, view, err)
}

// refuse shows the form with the reason for a refused sign-in. It returns any other cause unchanged, and nil for no
// cause.
func (s *SignIn) refuse(c echo.Context, view entry.SignInView, cause error) error {
	var throttled *auth.ThrottledError
	var only *session.ProviderOnlyError
	switch {
	case errors.As(cause, &only):
		view.Problem, view.At, view.Email = entry.SignInManaged, string(only.School), ""
		return s.show(c, http.StatusForbidden, view)
	case errors.As(cause, &throttled):
		view.Problem, view.Wait = entry.SignInTooMany, throttled.RetryAfter
		c.Response().Header().Set("Retry-After", strconv.Itoa(int(throttled.RetryAfter.Seconds())))
		return s.show(c, http.StatusTooManyRequests, view)
	case errors.Is(cause, auth.ErrWrong):
		view.Problem = entry.SignInWrong
		return s.show(c, http.StatusUnprocessableEntity, view)
	case errors.Is(cause, auth.ErrPasswordTooLong):
		return echo.ErrStatusRequestEntityTooLarge
	case errors.Is(cause, auth.ErrBusy), errors.Is(cause, context.DeadlineExceeded):
		view.Problem = entry.SignInBusy
		return s.show(c, http.StatusServiceUnavailable, view)
	}
	return cause
}

// Out ends the session.
func (s *SignIn) Out(v *visit.Visit) error {
	if err := s.sessions.SignOut(v.Ctx); err != nil {
		return err
	}
	visit.Forget(v, s.pages.Paths)
	return visit.GoTo(v, s.pages.Paths.To(paths.SignIn))
}
