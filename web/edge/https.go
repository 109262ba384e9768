package edge

import (
	"net/http"
	"net/netip"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"
)

// RequireHTTPS sends people who came by plain http to the public address, when that
// one is https: reading requests by 308, while anything else is refused with its
// body unread, because it has already travelled in the open. Trusted proxies say by
// X-Forwarded-Proto how the client came. The exempt paths are for probes.
func RequireHTTPS(public *url.URL, trusted []netip.Prefix, exempt ...string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		if public == nil || public.Scheme != "https" {
			return next
		}
		return func(c echo.Context) error {
			r := c.Request()
			switch {
			case overHTTPS(r, trusted), slices.Contains(exempt, r.URL.Path):
				return next(c)
			case r.Method == http.MethodGet, r.Method == http.MethodHead:
				// Not RequestURI: of a request for "x:@other" that is "@other".
				goal := url.URL{Scheme: "https", Host: public.Host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
				return c.Redirect(http.StatusPermanentRedirect, goal.String())
			}
			return echo.NewHTTPError(http.StatusForbidden, "this server is reached by https only")
		}
	}
}
