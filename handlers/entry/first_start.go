package entry

import (
	"net/http"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/people"
)

// FirstStart keeps everybody out until somebody is there, but for who has the link of the first
// start.
type FirstStart struct {
	*visit.Shell
	People *people.People
	// Link is the route of links.
	Link string
	// begun is true once somebody was seen to be there.
	begun atomic.Bool
}

// Gate answers in place of every page while there is neither a person nor a school.
func (f *FirstStart) Gate(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if f.begun.Load() {
			return next(c)
		}
		used, err := f.People.InUse(c.Request().Context())
		if err != nil {
			return err
		}
		if used {
			f.begun.Store(true)
			return next(c)
		}
		if c.Path() == f.Link {
			if err = next(c); !visit.IsNotFound(err) {
				return err
			}
		}
		return f.notYet(c)
	}
}

func (f *FirstStart) notYet(c echo.Context) error {
	device, _ := f.Devices.Load(c.Request())
	view := &entry.NotSetUpView{Page: f.BarePage(c, f.WordsOf(c), device, "")}
	view.Address = f.Paths.Home()
	return f.Render(c, http.StatusServiceUnavailable, entry.NotSetUp(view))
}
