package visit

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/views/door"
	"rollbook/web"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/session"
	"rollbook/web/roll"
)

// identify returns the identity of the session, or the tablet when no person is signed in. It returns
// errSignIn for a session whose identity is gone, and for an unknown visitor.
func (s *Shell) identify(c echo.Context, current session.Current, signedIn bool) (Identity, error) {
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
func (s *Shell) Visit(c echo.Context) (*Visit, error) {
	ctx := c.Request().Context()
	current, signedIn := s.Sessions.Current(ctx)
	who, err := s.identify(c, current, signedIn)
	if signedIn && errors.Is(err, errSignIn) {
		if err := s.Sessions.SignOut(ctx); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	who.InSession = signedIn
	edge.NoteVisitor(ctx, string(who.Person.ID))
	device, _ := s.Devices.Load(c.Request())
	return &Visit{Context: c, Ctx: ctx, Words: s.WordsOf(c), Device: device, Identity: who}, nil
}

// SignedIn wraps a handler for signed-in people, outside the schools.
func (s *Shell) SignedIn(handle func(*Visit) error) echo.HandlerFunc {
	return s.admitted(func(v *Visit) error {
		if v.Confined {
			return echo.ErrNotFound
		}
		return handle(v)
	})
}

// admitted wraps a handler for every valid identity.
func (s *Shell) admitted(handle func(*Visit) error) echo.HandlerFunc {
	return s.visited(func(v *Visit) error {
		if ended := v.Admit(v.Ctx, s.Clock(), web.IsBackground(v.Request())); ended != nil {
			return s.turnAway(v, ended)
		}
		return handle(v)
	})
}

// Leaving wraps a handler for signed-in people, including holders of an ended pass.
func (s *Shell) Leaving(handle func(*Visit) error) echo.HandlerFunc {
	return s.visited(func(v *Visit) error {
		if v.Confined {
			return echo.ErrNotFound
		}
		return handle(v)
	})
}

// visited wraps a handler for every known identity.
func (s *Shell) visited(handle func(*Visit) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := s.Visit(c)
		if err != nil {
			return err
		}
		return handle(v)
	}
}

// turnAway ends the session when a page is opened, so that another person can sign in there. A press keeps
// the session, and gets the same answer every time.
func (s *Shell) turnAway(v *Visit, ended *EndedError) error {
	if v.Request().Method != http.MethodGet || ByScript(v) || web.IsBackground(v.Request()) {
		return ended
	}
	if err := s.Sessions.SignOut(v.Ctx); err != nil {
		return err
	}
	return ended
}

// AtDoor wraps the handler of a tablet's first page. It sends people to their own first page, and shows
// unknown visitors the page for pairing a device: a tablet that lost its cookie is one. It uses no redirect,
// which the tablet's worker could not distinguish from that of a portal.
func (s *Shell) AtDoor(handle func(*Visit) error) echo.HandlerFunc {
	known := s.admitted(func(v *Visit) error {
		if !v.Confined {
			return LeadOn(v, v.Home)
		}
		if err := s.enter(v, v.Memberships[0].School, auth.SeeRoll); err != nil {
			return err
		}
		if err := s.Passes.Renew(v.Response(), v.Request(), s.Clock()); err != nil {
			return err
		}
		return handle(v)
	})
	return func(c echo.Context) error {
		// A page of the tablet closes the network's page, which it opens.
		c.Response().Header().Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
		_, signedIn := s.Sessions.Current(c.Request().Context())
		if _, carried := s.Passes.Load(c.Request()); !signedIn && !carried {
			return s.ShowUnpaired(c, http.StatusUnauthorized, "", func(*door.PairView) {})
		}
		return known(c)
	}
}

// Become makes the request's device the tablet. It signs out the present user and deletes everything that her
// pages stored there. Unsent data of an earlier tablet stays.
func (s *Shell) Become(c echo.Context, tablet roll.Tablet) error {
	ctx := c.Request().Context()
	if _, signedIn := s.Sessions.Current(ctx); signedIn {
		if err := s.Sessions.SignOut(ctx); err != nil {
			return err
		}
		s.Forget(c)
	}
	if err := s.Passes.Save(c.Response(), session.TabletPass{ID: tablet.ID, Version: tablet.Version, Since: s.Clock().Unix()}); err != nil {
		return err
	}
	return GoTo(c, s.Paths.Door())
}

// InSchool wraps a handler for members of the school in the address who may do the action. Anything of
// another school is "not found", with the same bytes as a nonsense address.
func (s *Shell) InSchool(action auth.Action, handle func(*Visit) error) echo.HandlerFunc {
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
