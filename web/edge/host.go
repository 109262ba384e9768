package edge

import (
	"net/http"
	"net/url"
	"slices"

	"rollbook/web/edge/settings"

	"github.com/labstack/echo/v4"
)

// AllowHost answers requests for hosts other than the public address with 421, so that Rollbook never makes a
// link or a cookie for a name that an attacker chose. Without a public address it allows the names of this
// machine, at any port, to clients on this machine only (see ClientAddress): another one can send the host
// "localhost" too. The exempt paths are for probes, which know only an address.
func AllowHost(public *url.URL, exempt ...string) echo.MiddlewareFunc {
	allowed := func(c echo.Context) bool {
		return settings.IsLoopback(c.Request().Host) && settings.IsLoopback(c.RealIP())
	}
	if public != nil {
		want := settings.CanonicalHost(public.Scheme, public.Host)
		allowed = func(c echo.Context) bool { return settings.CanonicalHost(public.Scheme, c.Request().Host) == want }
	}
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		if allowed(c) || slices.Contains(exempt, c.Request().URL.Path) {
			return next(c)
		}
		return echo.NewHTTPError(http.StatusMisdirectedRequest, "this server has another name")
	})
}
