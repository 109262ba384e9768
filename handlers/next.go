package handlers

import (
	"net/http"
	"net/url"

	"rollbook/web/auth"
)

// ownPath is the path and query of an address of this server, and empty for any other.
func ownPath(address, host string) string {
	target, err := url.Parse(address)
	if err != nil || target.Host != host {
		return ""
	}
	return auth.SafeNext(target.RequestURI())
}

// pageOf is the page whose form was sent; empty where that cannot be opened again, since it
// was itself the answer to a form.
func pageOf(r *http.Request) string {
	page := ownPath(r.Referer(), r.Host)
	if page == r.URL.Path {
		return ""
	}
	return page
}
