package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/views"
)

// start leads whoever comes to where they belong.
type start struct{ *shell }

// root leads to the person's home: her school, or the choice of one.
func (s *start) root(c echo.Context) error {
	if _, ok := s.sessions.Current(c.Request().Context()); !ok {
		return c.Redirect(http.StatusSeeOther, s.paths.SignIn(""))
	}
	return s.signedIn(func(v *visit) error {
		if v.cover != nil {
			return c.Redirect(http.StatusSeeOther, s.coverRoll(v.cover.Link))
		}
		current, _ := s.sessions.Current(v.ctx)
		for _, membership := range v.memberships {
			if len(v.memberships) == 1 || membership.School == current.School {
				return c.Redirect(http.StatusSeeOther, s.paths.School(string(membership.School)))
			}
		}
		return c.Redirect(http.StatusSeeOther, s.paths.Schools())
	})(c)
}

// pickSchool lets somebody with several schools choose one.
func (s *start) pickSchool(v *visit) error {
	if v.cover != nil {
		return echo.ErrForbidden
	}
	return s.render(v, http.StatusOK, views.Schools(&views.SchoolsView{
		Page: s.page(v, v.words.Text("schools.title"), ""), Schools: v.memberships,
	}))
}
