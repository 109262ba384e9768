package handlers

import (
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
