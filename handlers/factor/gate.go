package factor

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/web"
	"rollbook/web/identity/factors"
	"rollbook/web/identity/session"
	"rollbook/web/paths"
)

// Gate keeps a session that has passed only the first step from every page but those of its missing step.
type Gate struct{ base }

// Handle is middleware for all pages.
func (g *Gate) Handle(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx := c.Request().Context()
		current, signedIn := g.sessions.Current(ctx)
		if !signedIn || current.Kind != session.FirstStep {
			return next(c)
		}
		missing, err := g.factors.Missing(ctx, current.Person)
		if err != nil {
			return err
		}
		if slices.Contains(g.reach(missing), c.Request().Method+" "+c.Path()) {
			return next(c)
		}
		if web.IsBackground(c.Request()) {
			return c.NoContent(http.StatusUnauthorized)
		}
		return visit.GoTo(c, g.pageOf(missing, ""))
	}
}

// reach returns the routes for a session that lacks the step. Who has a factor cannot set up another one there: the
// password alone would be enough for that.
func (g *Gate) reach(missing factors.Step) []string {
	const get, post = http.MethodGet + " ", http.MethodPost + " "
	at := g.pages.Paths.To
	routes := []string{post + at(paths.SignOut)}
	if missing == factors.SetUpFactor {
		return append(routes, get+at(paths.Factors), get+at(paths.FactorApp), post+at(paths.FactorApp),
			get+at(paths.FactorPasskey), post+at(paths.FactorPasskey), post+at(paths.FactorPasskeyMade))
	}
	return append(routes, get+at(paths.SecondStep), post+at(paths.SecondStep), post+at(paths.SecondStepPasskey))
}
