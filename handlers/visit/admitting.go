package visit

import (
	"context"
	"errors"
	"net/http"
	"path"

	"github.com/labstack/echo/v4"

	"rollbook/views/door"
	"rollbook/web"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/session"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// identify returns the identity of the session, or the tablet when no person is signed in. It returns
// errSignIn for a session whose identity is gone, and for an unknown visitor.
func (s *Visitors) identify(c echo.Context, current session.Current, signedIn bool) (Identity, error) {
	switch {
	case !signedIn:
		return s.tabletOf(c)
	case current.Kind == session.Account:
		return s.accountOf(c, current)
	case current.Kind == session.CoverLink:
		return s.coverOf(c, current)
	}
	return Identity{}, errSignIn
}

// Visit returns the visit of the request. Its error asks for a sign-in when no person is signed in.
func (s *Visitors) Visit(c echo.Context) (*Visit, error) {
	current, signedIn := s.sessions.Current(c.Request().Context())
	return s.visitOf(c, current, signedIn)
}

// AfterPassword wraps a handler for people with an account who gave the password. Those who lack the second step have
// no schools.
func (s *Visitors) AfterPassword(handle func(*Visit) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		current, signedIn := s.sessions.Current(c.Request().Context())
		inFirstStep := current.Kind == session.FirstStep
		if inFirstStep {
			current.Kind = session.Account
		}
		v, err := s.visitOf(c, current, signedIn)
		switch {
		case err != nil:
			return err
		case v.Confined:
			return echo.ErrNotFound
		case !v.HasPassword, current.Provided:
			return echo.ErrForbidden
		}
		if v.InFirstStep = inFirstStep; inFirstStep {
			v.Memberships, v.admission = nil, roll.Admission{}
		}
		return handle(v)
	}
}

// OfAccount wraps a handler that changes how a person signs in to all schools. A sign-in by one school's
// provider is not enough for that.
func (s *Visitors) OfAccount(handle func(*Visit) error) func(*Visit) error {
	return func(v *Visit) error {
		if current, _ := s.sessions.Current(v.Ctx); current.Provided {
			return echo.ErrForbidden
		}
		return handle(v)
	}
}

// Reconfirm wraps the handler of an action that asks a person to prove again that it is them, unless they did so a
// short while ago. The demonstration does not ask: people come in there without a password.
func (s *Visitors) Reconfirm(handle func(*Visit) error) func(*Visit) error {
	return func(v *Visit) error {
		if s.pages.demo != nil || s.sessions.Confirmed(v.Ctx, v.Now()) {
			return handle(v)
		}
		next := wayBack(v)
		if path.Ext(v.Request().URL.Path) != "" {
			// A file would leave the question on the screen.
			next = pageOf(v.Request())
		}
		return GoTo(v, s.pages.Paths.To(paths.Confirm, next))
	}
}

func (s *Visitors) visitOf(c echo.Context, current session.Current, signedIn bool) (*Visit, error) {
	ctx := c.Request().Context()
	who, err := s.identify(c, current, signedIn)
	if signedIn && errors.Is(err, errSignIn) {
		if err := s.sessions.SignOut(ctx); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	who.InSession = signedIn
	edge.NoteVisitor(ctx, string(who.Person.ID))
	device, _ := s.pages.devices.Load(c.Request())
	v := &Visit{Context: c, Ctx: ctx, Device: device, Identity: who, services: &s.services}
	c.Set(confined, who.Confined)
	s.pages.speak(v)
	return v, nil
}

// SignedIn wraps a handler for signed-in people, outside the schools.
func (s *Visitors) SignedIn(handle func(*Visit) error) echo.HandlerFunc {
	return s.admitted(ofPerson(handle))
}

// ofPerson answers tablets with "not found".
func ofPerson(handle func(*Visit) error) func(*Visit) error {
	return func(v *Visit) error {
		if v.Confined {
			return echo.ErrNotFound
		}
		return handle(v)
	}
}

// admitted wraps a handler for every valid identity.
func (s *Visitors) admitted(handle func(*Visit) error) echo.HandlerFunc {
	return s.visited(func(v *Visit) error {
		if ended := v.Admit(v.Ctx, s.clock(), web.IsBackground(v.Request())); ended != nil {
			// Opening a page ends the session, so that another person can sign in there. A press keeps it, and
			// gets the same answer every time.
			if v.Request().Method == http.MethodGet && !ByScript(v) && !web.IsBackground(v.Request()) {
				if err := s.sessions.SignOut(v.Ctx); err != nil {
					return err
				}
			}
			return ended
		}
		return handle(v)
	})
}

// Leaving wraps a handler for signed-in people, including holders of an ended pass.
func (s *Visitors) Leaving(handle func(*Visit) error) echo.HandlerFunc {
	return s.visited(ofPerson(handle))
}

// visited wraps a handler for every known identity.
func (s *Visitors) visited(handle func(*Visit) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := s.Visit(c)
		if err != nil {
			return err
		}
		return handle(v)
	}
}

// AtDoor wraps the handler of a tablet's first page. It sends people to their own first page, and shows
// unknown visitors the page for pairing a device: a tablet that lost its cookie is one. It uses no redirect,
// which the tablet's worker could not distinguish from that of a portal.
func (s *Visitors) AtDoor(handle func(*Visit) error) echo.HandlerFunc {
	known := s.admitted(func(v *Visit) error {
		if !v.Confined {
			return LeadOn(v, v.Home)
		}
		if err := s.enter(v, v.Memberships[0].School, auth.SeeRoll); err != nil {
			return err
		}
		if err := s.passes.Renew(v.Response(), v.Request(), s.clock()); err != nil {
			return err
		}
		return handle(v)
	})
	return func(c echo.Context) error {
		// A page of the tablet closes the network's page, which it opens.
		c.Response().Header().Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
		if session, pass := s.Claims(c); !session && !pass {
			return s.problems.ShowUnpaired(c, http.StatusUnauthorized, "", func(*door.PairView) {})
		}
		return known(c)
	}
}

// Become makes the request's device the tablet. It signs out the present user and deletes everything that her
// pages stored there. Unsent data of an earlier tablet stays.
func (s *Visitors) Become(c echo.Context, tablet roll.Tablet) error {
	ctx := c.Request().Context()
	if _, signedIn := s.sessions.Current(ctx); signedIn {
		if err := s.sessions.SignOut(ctx); err != nil {
			return err
		}
		Forget(c, s.pages.Paths)
	}
	if err := s.passes.Save(c.Response(),
		session.TabletPass{ID: tablet.ID, Version: tablet.Version, Since: s.clock().Unix()}); err != nil {
		return err
	}
	return GoTo(c, s.pages.Paths.To(paths.Door))
}

// InSchool wraps a handler for members of the school in the address who may do the action. Anything of
// another school is "not found", with the same bytes as a nonsense address.
func (s *Visitors) InSchool(action auth.Action, handle func(*Visit) error) echo.HandlerFunc {
	return s.admitted(func(v *Visit) error {
		if err := s.enter(v, roll.SchoolID(v.Param("school")), action); err != nil {
			return err
		}
		if err := v.Within(v, v.Request().Form); err != nil {
			return err
		}
		return handle(v)
	})
}

// Signed returns the signed-in visitor of a page that also opens without one. It is false when no person is
// signed in, and for an ended session.
func (s *Visitors) Signed(c echo.Context) (v *Visit, signed bool, err error) {
	if _, signed = s.sessions.Current(c.Request().Context()); !signed {
		return nil, false, nil
	}
	v, err = s.Visit(c)
	if SessionOver(err) {
		return nil, false, nil
	}
	return v, err == nil, err
}

// Unknown answers an address that no page has, in the language of the visitor.
func (s *Visitors) Unknown(c echo.Context) error {
	if _, _, err := s.Signed(c); err != nil {
		return err
	}
	return echo.ErrNotFound
}

// Plugged is middleware that does not answer requests of an unplugged tablet, except to the address that
// plugs it in again.
func (s *Visitors) Plugged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		pass, _ := s.passes.Load(r)
		_, signedIn := s.sessions.Current(r.Context())
		if pass.ID == "" || signedIn || r.URL.Path == s.pages.Paths.To(paths.DemoNetwork) {
			return next(c)
		}
		pulled := s.pages.demo.Plugs.Of(pass.ID)
		if !isOut(pulled) {
			ctx, cancel := context.WithCancel(r.Context())
			defer cancel()
			go func() {
				select {
				case <-pulled:
					cancel()
				case <-ctx.Done():
				}
			}()
			c.SetRequest(r.WithContext(ctx))
			if err := next(c); !isOut(pulled) {
				return err
			}
		}
		panic(http.ErrAbortHandler)
	}
}

// enter admits a member of the school who may do the action there.
func (s *Visitors) enter(v *Visit, school roll.SchoolID, action auth.Action) error {
	for _, membership := range v.Memberships {
		if membership.School == school {
			v.Role = membership.Role
		}
	}
	if v.Role == "" {
		return echo.ErrNotFound
	}
	if !v.May(action) {
		return echo.ErrForbidden
	}
	if v.admission.School.ID == school {
		v.School, v.Connection, v.Versions = v.admission.School, v.admission.Connection, v.admission.Versions
		s.pages.speak(v)
		return v.readBacklog()
	}
	v.School.ID = school
	err := v.ReadConnection()
	s.pages.speak(v)
	return err
}

// ReadConnection reads the visit's school and its service's present state.
func (v *Visit) ReadConnection() (err error) {
	// The marks may have changed since the request came.
	v.Versions = roll.Versions{}
	v.School, v.Connection, err = v.services.store.SchoolAndConnection(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	return v.readBacklog()
}

// readBacklog counts the waiting marks while nothing is sent.
func (v *Visit) readBacklog() (err error) {
	if !v.Connection.Sending() {
		v.Backlog, err = v.services.store.Backlog(v.Ctx, v.Versions.Marks, v.School.ID)
	}
	return err
}
