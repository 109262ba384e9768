package entry

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/paths"
)

// Start redirects visitors to their first page.
type Start struct{ base }

// Root redirects a signed-in visitor home: to a school, the choice of one, or the roll of a pass.
func (s *Start) Root(c echo.Context) error {
	if _, ok := s.sessions.Current(c.Request().Context()); !ok {
		return c.Redirect(http.StatusSeeOther, s.pages.Paths.To(paths.SignIn))
	}
	return s.visitors.SignedIn(func(v *visit.Visit) error {
		return c.Redirect(http.StatusSeeOther, v.Home)
	})(c)
}

// PickSchool lets a person with several schools choose one.
func (s *Start) PickSchool(v *visit.Visit) error {
	if !v.Chooses {
		return echo.ErrForbidden
	}
	if len(v.Memberships) == 0 {
		has, err := s.store.HasSchools(v.Ctx)
		if err != nil {
			return err
		}
		if !has {
			return visit.GoTo(v, s.pages.Paths.To(paths.FirstSchool))
		}
	}
	view := &entry.SchoolsView{Page: s.pages.Page(v, v.Words.Text("schools.title"), "")}
	for _, membership := range v.Memberships {
		choice := entry.SchoolChoice{Membership: membership, Address: s.pages.FirstPage(membership)}
		view.Schools = append(view.Schools, choice)
	}
	return s.pages.ShowAs(v, http.StatusOK, entry.Schools(view))
}
