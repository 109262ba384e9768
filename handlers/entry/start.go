package entry

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
)

// Start leads whoever comes to where they belong.
type Start struct{ *visit.Shell }

// Root leads to the person's home: her school, or the choice of one.
func (s *Start) Root(c echo.Context) error {
	if _, ok := s.Sessions.Current(c.Request().Context()); !ok {
		return c.Redirect(http.StatusSeeOther, s.Paths.SignIn(""))
	}
	return s.SignedIn(func(v *visit.Visit) error {
		if v.Cover != nil {
			return c.Redirect(http.StatusSeeOther, s.CoverRoll(v.Cover.Link))
		}
		current, _ := s.Sessions.Current(v.Ctx)
		for _, membership := range v.Memberships {
			if len(v.Memberships) == 1 || membership.School == current.School {
				return c.Redirect(http.StatusSeeOther, s.Paths.School(string(membership.School)))
			}
		}
		return c.Redirect(http.StatusSeeOther, s.Paths.Schools())
	})(c)
}

// PickSchool lets somebody with several schools choose one.
func (s *Start) PickSchool(v *visit.Visit) error {
	if v.Cover != nil {
		return echo.ErrForbidden
	}
	return s.Render(v, http.StatusOK, entry.Schools(&entry.SchoolsView{
		Page: s.Page(v, v.Words.Text("schools.title"), ""), Schools: v.Memberships,
	}))
}
