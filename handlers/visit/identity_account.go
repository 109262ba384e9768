package visit

import (
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/auth"
	"rollbook/web/identity/session"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// account is the Bounds of a person with an account: only the role in each school limits it, until the
// session ends.
type account struct {
	store       *store.Store
	person      roll.PersonID
	memberships []roll.Membership
}

// accountOf returns the person of the session, unless the account was disabled or its password changed.
func (s *Visitors) accountOf(c echo.Context, current session.Current) (Identity, error) {
	ctx := c.Request().Context()
	admission, read := session.Admission(ctx, current.Person)
	var err error
	if !read {
		admission, err = s.store.Admit(ctx, current.Person, roll.SchoolID(c.Param("school")))
	}
	person, memberships := admission.Person, admission.Memberships
	if current.Only != nil {
		memberships = slices.DeleteFunc(slices.Clone(memberships),
			func(one roll.Membership) bool { return !slices.Contains(current.Only, one.School) })
	}
	switch {
	case roll.KindOf(err) == roll.NotFound:
		return Identity{}, errSignIn
	case err != nil:
		return Identity{}, err
	case person.Disabled, person.Epoch != int64(current.Epoch), current.Only != nil && len(memberships) == 0:
		return Identity{}, errSignIn
	}
	home := s.pages.Paths.To(paths.Schools)
	for _, membership := range memberships {
		if len(memberships) == 1 || membership.School == current.School {
			home = s.pages.FirstPage(membership)
		}
	}
	return Identity{
		Person: person, Memberships: memberships, Name: person.Name, Account: "person " + string(person.ID),
		Home: home, Chooses: true, HasPassword: true, admission: admission, Bounds: account{s.store, person.ID, memberships},
	}, nil
}

// Admit returns nil: accountOf has checked the account.
func (account) Admit(context.Context, time.Time, bool) *EndedError { return nil }

// Within does not restrict the form.
func (account) Within(*Visit, url.Values) error { return nil }

// MaySave returns true: the account names the person.
func (account) MaySave() bool { return true }

// Holds returns true: the caller's comparison is enough.
func (account) Holds(roll.Standing, time.Time) bool { return true }

// MayTake checks the role in the link's school.
func (a account) MayTake(link roll.CoverLink) bool {
	return slices.ContainsFunc(a.memberships, func(membership roll.Membership) bool {
		return membership.School == link.School && auth.Can(membership.Role, auth.TakeRoll)
	})
}

// Prefer stores the preferences with the person.
func (a account) Prefer(ctx context.Context, chosen roll.Preferences) error {
	return a.store.SetPreferences(ctx, a.person, chosen)
}
