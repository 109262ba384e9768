package edge

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"rollbook/web/edge/settings"

	"github.com/labstack/echo/v4"
)

// SameOrigin refuses, with 403, changing requests that a page of another origin caused, by Sec-Fetch-Site or
// else by Origin. A request with neither header needs a valid form token, which tokenValid checks. Exempt
// requests have another proof, such as webhooks. It calls refused before it refuses a request.
func SameOrigin(public *url.URL, exempt func(*http.Request) bool, tokenValid func(echo.Context) bool,
	refused func(echo.Context)) echo.MiddlewareFunc {
	protection := http.NewCrossOriginProtection()
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		r := c.Request()
		if isSafe(r.Method) || exempt(r) {
			return next(c)
		}
		if err := crossOrigin(c, protection, public, tokenValid); err != nil {
			refused(c)
			return Refusal(http.StatusForbidden, "this request came from another site", err)
		}
		return next(c)
	})
}

func isSafe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// isOwnOrigin also compares the scheme, which http.CrossOriginProtection cannot know.
func isOwnOrigin(origin string, public *url.URL, r *http.Request) bool {
	given, err := url.Parse(origin)
	if err != nil || given.Path != "" {
		return false
	}
	scheme, host := "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if public != nil {
		scheme, host = public.Scheme, public.Host
	}
	return given.Scheme == scheme && settings.CanonicalHost(scheme, given.Host) == settings.CanonicalHost(scheme, host)
}

// crossOrigin returns the sign that a page of another origin caused the request.
func crossOrigin(c echo.Context, protection *http.CrossOriginProtection, public *url.URL,
	tokenValid func(echo.Context) bool) error {
	r := c.Request()
	if err := protection.Check(r); err != nil {
		return err
	}
	origins, sites := r.Header.Values("Origin"), r.Header.Values("Sec-Fetch-Site")
	switch {
	case len(origins) > 1 || len(sites) > 1:
		return fmt.Errorf("%d Origin and %d Sec-Fetch-Site headers", len(origins), len(sites))
	case len(origins) == 1 && !isOwnOrigin(origins[0], public, r):
		return fmt.Errorf("foreign Origin %q", cut(origins[0], 200))
	case strings.Join(origins, "") == "" && strings.Join(sites, "") == "" && !tokenValid(c):
		return fmt.Errorf("neither Origin nor Sec-Fetch-Site nor a form token")
	}
	return nil
}
