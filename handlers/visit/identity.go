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

// Identity describes the visitor: a person with an account, the holder of a pass, or a tablet. The policy
// says what its role in a school may do there (auth.Can); Visit.Actor names it in the record.
type Identity struct {
	// Person has its id, its name as the record keeps it, and its preferences.
	Person      roll.Person
	Memberships []roll.Membership
	// Name is the name on pages.
	Name string
	// Account is the key under which its open streams are counted.
	Account string
	// Home is the address of the page on which it begins.
	Home string
	// Chooses is false for a pass to one roll: there is no school or class to choose, and a
	// browser does not remember which one was opened.
	Chooses bool
	// HasPassword reports whether it signs in with a password of its own.
	HasPassword bool
	// InSession reports whether a session holds it, which can end by itself.
	InSession bool
	// Confined is true for a tablet: it has the rolls of Classes and no other page, not even one of its own.
	Confined bool
	Classes  []roll.TabletClass
	// Mode is the use of a tablet; empty for everybody else.
	Mode roll.TabletMode
	// Sounds is true for a tablet on which a sound goes with each tap.
	Sounds bool
	// admission has the school that was read with the person; empty where none was.
	admission roll.Admission
	Bounds
}

// Bounds has the methods in which the kinds of identity differ. Each kind lies in a file of its
// own; identify tells them apart, and nothing else does.
type Bounds interface {
	// Admit checks, with every request, whether the identity still holds, and notes its use; nil
	// where it holds. Background requests do not count as use.
	Admit(ctx context.Context, now time.Time, background bool) *EndedError
	// Within confines the form of a request inside the visit's school to what the identity may
	// reach there; anything else is answered "not found".
	Within(v *Visit, form url.Values) error
	// Holds reports whether an open stream may go on, by a standing that was looked up just now.
	Holds(standing roll.Standing, now time.Time) bool
	// MaySave reports whether it is known who would save a roll. An identity that may take one
	// (auth.TakeRoll) but is no known person may only look.
	MaySave() bool
	// MayTake reports whether it may take the roll of the link without being somebody else.
	MayTake(link roll.CoverLink) bool
	// Prefer keeps what was chosen for its pages, for as long as the identity lasts.
	Prefer(ctx context.Context, singleKeys, onlyTicked bool) error
}

// identify finds the identity of the session, or the tablet that asks where nobody is signed in. The
// error is errSignIn for a session whose identity is gone, and for a stranger.
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

// Visit tells who asks; the error asks for a sign-in where nobody is signed in.
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

// SignedIn wraps a handler for people who are signed in, outside the schools.
func (s *Shell) SignedIn(handle func(*Visit) error) echo.HandlerFunc {
	return s.admitted(func(v *Visit) error {
		if v.Confined {
			return echo.ErrNotFound
		}
		return handle(v)
	})
}

// admitted wraps a handler for every identity that still holds.
func (s *Shell) admitted(handle func(*Visit) error) echo.HandlerFunc {
	return s.visited(func(v *Visit) error {
		if ended := v.Admit(v.Ctx, s.Clock(), web.IsBackground(v.Request())); ended != nil {
			return s.turnAway(v, ended)
		}
		return handle(v)
	})
}

// Leaving wraps a handler for people who are signed in, also by a pass that has ended.
func (s *Shell) Leaving(handle func(*Visit) error) echo.HandlerFunc {
	return s.visited(func(v *Visit) error {
		if v.Confined {
			return echo.ErrNotFound
		}
		return handle(v)
	})
}

// visited wraps a handler for whoever is known.
func (s *Shell) visited(handle func(*Visit) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := s.Visit(c)
		if err != nil {
			return err
		}
		return handle(v)
	}
}

// turnAway ends the session of whoever opens a page, so that somebody else can sign in
// there. A press keeps it, and is told the same however often it is made.
func (s *Shell) turnAway(v *Visit, ended *EndedError) error {
	if v.Request().Method != http.MethodGet || ByScript(v) || web.IsBackground(v.Request()) {
		return ended
	}
	if err := s.Sessions.SignOut(v.Ctx); err != nil {
		return err
	}
	return ended
}
