package visit

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web"
	"rollbook/web/edge"
	"rollbook/web/identity/session"
	"rollbook/web/roll"
)

// Identity is the visitor: a person with an account, the holder of a pass, or a tablet. auth.Can defines the
// rights of its role in a school. Visit.Actor names it in the history.
type Identity struct {
	// Person contains its id, its name for the history, and its preferences.
	Person      roll.Person
	Memberships []roll.Membership
	// Name is the name on pages.
	Name string
	// Account is the key for counting its open streams.
	Account string
	// Home is the address of its first page.
	Home string
	// Chooses is false for a pass to one roll: there is no school or class to choose, and a browser does not
	// remember the opened one.
	Chooses bool
	// HasPassword is true when it signs in with its own password.
	HasPassword bool
	// InSession is true when it depends on a session, which can end on its own.
	InSession bool
	// Confined is true for a tablet: it has only the rolls of Classes and no other pages.
	Confined bool
	Classes  []roll.TabletClass
	// Mode is the use of a tablet; empty otherwise.
	Mode roll.TabletMode
	// Sounds is true for a tablet that plays a sound with each tap.
	Sounds bool
	// admission contains the school that was read with the person; empty for none.
	admission roll.Admission
	Bounds
}

// Bounds are the methods in which the kinds of identity differ. Each kind has its own file. Only identify
// distinguishes them.
type Bounds interface {
	// Admit checks, with every request, whether the identity is still valid, and records its use. It returns
	// nil when it is. Background requests do not count as use.
	Admit(ctx context.Context, now time.Time, background bool) *EndedError
	// Within restricts the form of a request inside the visit's school to the identity's own rolls. It
	// answers anything else with "not found".
	Within(v *Visit, form url.Values) error
	// Holds reports whether an open stream may continue, by the present standing.
	Holds(standing roll.Standing, now time.Time) bool
	// MaySave reports whether the person who would save a roll is known. An identity with auth.TakeRoll but
	// without a known person may only look.
	MaySave() bool
	// MayTake reports whether it may take the roll of the link without signing in as someone new.
	MayTake(link roll.CoverLink) bool
	// Prefer stores the preferences for its pages, for as long as the identity lasts.
	Prefer(ctx context.Context, singleKeys, onlyTicked bool) error
}

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
