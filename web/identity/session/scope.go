package session

import (
	"net/http"
	"net/url"
	"strings"
)

// Scope tells browsers where to send cookies. It is derived from the public address, because
// browsers refuse Secure cookies on plain http, and some do so on localhost too.
type Scope struct {
	// Secure is true when people reach the server by https.
	Secure bool
	// Path is the base path: "/" or like "/rollbook".
	Path string
}

// ScopeOf is the scope of a public address; nil means plain http at the root.
func ScopeOf(public *url.URL) Scope {
	if public == nil {
		return Scope{Path: "/"}
	}
	return Scope{Secure: public.Scheme == "https", Path: "/" + strings.Trim(public.Path, "/")}
}

// name adds the prefix by which browsers let no other host and no plain http set
// the cookie (RFC 6265bis, section 4.1.3). "__Host-" exists for the root only.
func (s Scope) name(name string) string {
	switch {
	case s.Secure && s.Path == "/":
		return "__Host-" + name
	case s.Secure:
		return "__Secure-" + name
	}
	return name
}

// only is the value of the cookie when the request has exactly one of that name.
// With two of them nobody can say which one this server set: neither counts.
func only(r *http.Request, name string) string {
	cookies := r.CookiesNamed(name)
	if len(cookies) != 1 {
		return ""
	}
	return cookies[0].Value
}
