package entry

import (
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/identity/people"
	"rollbook/web/paths"
)

// FirstStart blocks all pages until there is a person or a school, except the link of the first start.
type FirstStart struct {
	pages  *visit.Pages
	people *people.People
	// link begins the routes of links, and signIn is that of signing in.
	link, signIn string
	// begun is true once there is a person or a school. The sign-in page checks again, because the removal of
	// the last school removes its people.
	begun atomic.Bool
}

// Gate replaces every page while there is neither a person nor a school.
func (f *FirstStart) Gate(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if f.begun.Load() && c.Path() != f.signIn {
			return next(c)
		}
		used, err := f.people.InUse(c.Request().Context())
		if err != nil {
			return err
		}
		f.begun.Store(used)
		if used {
			return next(c)
		}
		if strings.HasPrefix(c.Path(), f.link) {
			if err = next(c); !visit.IsNotFound(err) {
				return err
			}
		}
		view := &entry.NotSetUpView{Page: f.pages.BarePage(c, "")}
		view.Address = f.pages.Paths.To(paths.Home)
		return f.pages.Render(c, http.StatusServiceUnavailable, entry.NotSetUp(view))
	}
}
