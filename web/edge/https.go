package edge

import (
	"net/http"
	"net/netip"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"
)

// RequireHTTPS redirects plain http to the public address, if that uses https: it redirects safe requests
// with 308, and refuses others without reading their body, which was already sent in the clear. Trusted
// proxies give the client's scheme in X-Forwarded-Proto. The exempt paths are for probes.
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
				// RequestURI would be "@other" for a request of "x:@other".
				goal := url.URL{Scheme: "https", Host: public.Host, Path: r.URL.Path, RawPath: r.URL.RawPath,
					RawQuery: r.URL.RawQuery}
				return c.Redirect(http.StatusPermanentRedirect, goal.String())
			}
			return echo.NewHTTPError(http.StatusForbidden, "this server is reached by https only")
		}
	}
}
