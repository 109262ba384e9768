package entry

import (
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/identity/session"
	"rollbook/web/identity/sso"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// SSO signs people in by the provider of a school.
type SSO struct {
	base
	flows  *session.Flows
	sso    *sso.SSO
	signIn *SignIn
	clock  func() time.Time
}

// back returns the redirect address of the school (RFC 6749, section 3.1.2): the provider sends the browser there.
func (s *SSO) back(c echo.Context) string {
	return s.pages.Origin(c) + s.pages.Paths.To(paths.SSOBack, c.Param("school"))
}

// Start sends the browser to the provider.
func (s *SSO) Start(c echo.Context) error {
	next := visit.OwnNext(s.pages.Paths, c.Request().Form.Get("next"))
	address, flow, err := s.sso.Start(c.Request().Context(), roll.SchoolID(c.Param("school")), s.back(c), next,
		c.Request().Form.Get("again") != "")
	if err != nil {
		return s.refuse(c, next, err)
	}
	device, _ := s.devices.Load(c.Request())
	flow.Known = device.Provider == flow.School
	if err := s.flows.Carry(c.Response(), flow); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, address)
}

// Back takes the browser back from the provider, and signs the person in.
func (s *SSO) Back(c echo.Context) error {
	ctx, school := c.Request().Context(), roll.SchoolID(c.Param("school"))
	flow := s.flows.Take(c.Response(), c.Request())
	person, proved, err := s.sso.Finish(ctx, school, flow, s.present(c), s.back(c), c.Request().Form)
	if err != nil {
		return s.refuse(c, flow.Next, err)
	}
	if _, signedIn := s.sessions.Current(ctx); signedIn {
		visit.Forget(c, s.pages.Paths)
	}
	if err := s.begin(c, school, person, proved); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, visit.NextOr(s.pages.Paths, flow.Next))
}

// present returns the person who has just signed in with a password in this browser, or "".
func (s *SSO) present(c echo.Context) roll.PersonID {
	ctx := c.Request().Context()
	current, signedIn := s.sessions.Current(ctx)
	if !signedIn || current.Kind != session.Account || current.Provided || !s.sessions.Confirmed(ctx, s.clock()) {
		return ""
	}
	return current.Person
}

// begin begins the session of a person who proved at the instant who they are. The provider has asked for all factors.
func (s *SSO) begin(c echo.Context, school roll.SchoolID, person roll.Person, proved time.Time) error {
	device, _ := s.devices.Load(c.Request())
	device.Provider = school
	if err := s.devices.Save(c.Response(), device); err != nil {
		return err
	}
	return s.sessions.SignInBy(c.Request().Context(), school, person.ID, int(person.Epoch), proved)
}

// refuse shows the sign-in page with the reason. A school without a provider is not found.
func (s *SSO) refuse(c echo.Context, next string, cause error) error {
	problem, ok := errors.AsType[*roll.Error](cause)
	if !ok || problem.Kind == roll.NotFound {
		return cause
	}
	return s.signIn.show(c, visit.Statuses[problem.Kind], entry.SignInView{
		Next: visit.OwnNext(s.pages.Paths, next), At: c.Param("school"),
		Refused: s.pages.WordsOf(c).Text(problem.Message, problem.Values...),
	})
}
