package web

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// AllowHost answers requests for other hosts than the public address with 421, so
// that no link or cookie is ever made for a name that somebody else chose. Without
// a public address the names of this machine are allowed, at any port. The exempt
// paths are for probes, which know an address only.
func AllowHost(public *url.URL, exempt ...string) echo.MiddlewareFunc {
	allowed := isLoopback
	if public != nil {
		want := canonicalHost(public.Scheme, public.Host)
		allowed = func(host string) bool { return canonicalHost(public.Scheme, host) == want }
	}
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		r := c.Request()
		if allowed(r.Host) || slices.Contains(exempt, r.URL.Path) {
			return next(c)
		}
		return echo.NewHTTPError(http.StatusMisdirectedRequest, "this server has another name")
	})
}

// canonicalHost is lower-case, without the final dot and without the scheme's port.
func canonicalHost(scheme, host string) string {
	host = strings.ToLower(host)
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		return strings.TrimSuffix(host, ".")
	}
	name = strings.TrimSuffix(name, ".")
	if scheme == "https" && port == "443" || scheme == "http" && port == "80" {
		port = ""
	}
	switch {
	case port != "":
		return net.JoinHostPort(name, port)
	case strings.Contains(name, ":"):
		return "[" + name + "]"
	}
	return name
}

// isLoopback reports whether the host names this machine, with or without a port.
func isLoopback(host string) bool {
	name := canonicalHost("", host)
	if bare, _, err := net.SplitHostPort(name); err == nil {
		name = bare
	}
	name = strings.Trim(name, "[]")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.IsLoopback()
}
