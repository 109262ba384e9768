package session

import (
	"net/http"
	"net/url"
	"strings"
)

// Scope is where browsers send cookies. It follows from the public address, because browsers refuse Secure
// cookies on plain http, some of them even on localhost.
type Scope struct {
	// Secure is true when people reach the server by https.
	Secure bool
	// Path is the base path: "/" or, for example, "/rollbook".
	Path string
}

// ScopeOf returns the scope of a public address. Nil means plain http at the root.
func ScopeOf(public *url.URL) Scope {
	if public == nil {
		return Scope{Path: "/"}
	}
	return Scope{Secure: public.Scheme == "https", Path: "/" + strings.Trim(public.Path, "/")}
}

// name adds the prefix that prevents other hosts and plain http from setting the cookie (RFC 6265bis, section
// 4.1.3). "__Host-" is allowed only at the root.
func (s Scope) name(name string) string {
	switch {
	case s.Secure && s.Path == "/":
		return "__Host-" + name
	case s.Secure:
		return "__Secure-" + name
	}
	return name
}

// only returns the value of the cookie if the request has exactly one with the name. With two, it is unknown
// which one this server set, so neither counts.
func only(r *http.Request, name string) string {
	cookies := r.CookiesNamed(name)
	if len(cookies) != 1 {
		return ""
	}
	return cookies[0].Value
}
