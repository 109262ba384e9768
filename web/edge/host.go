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
// machine, at any port, from this machine only: another one can send the host "localhost" too. The exempt paths are
// for probes, which know only an address.
func AllowHost(public *url.URL, exempt ...string) echo.MiddlewareFunc {
	allowed := func(r *http.Request) bool { return settings.IsLoopback(r.Host) && settings.IsLoopback(r.RemoteAddr) }
	if public != nil {
		want := settings.CanonicalHost(public.Scheme, public.Host)
		allowed = func(r *http.Request) bool { return settings.CanonicalHost(public.Scheme, r.Host) == want }
	}
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		r := c.Request()
		if allowed(r) || slices.Contains(exempt, r.URL.Path) {
			return next(c)
		}
		return echo.NewHTTPError(http.StatusMisdirectedRequest, "this server has another name")
	})
}
