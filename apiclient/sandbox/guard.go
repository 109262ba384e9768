package sandbox

import (
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
)

// guard allows only programs and pages of this machine to use the control routes. The peer's address alone is
// not enough: a foreign page in a local browser reaches loopback too, by its own origin or by a name that it
// points here (DNS rebinding), and a proxy on this machine forwards requests from anywhere.
func guard(r *http.Request) error {
	if !isLoopback(r.RemoteAddr) || !isLoopback(r.Host) {
		return refuse(http.StatusForbidden, "control routes answer this machine only")
	}
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"} {
		if r.Header.Get(name) != "" {
			return refuse(http.StatusForbidden, "control routes answer no proxy")
		}
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		from, err := url.Parse(origin)
		if err != nil || from.Host != r.Host {
			return refuse(http.StatusForbidden, "control routes answer no foreign page")
		}
	}
	if r.Method == http.MethodGet && r.URL.Path == pagePath && r.Header.Get("Sec-Fetch-Mode") == "navigate" {
		// A link may lead here from anywhere: only the reader sees the page.
		return nil
	}
	if site := r.Header.Get("Sec-Fetch-Site"); !slices.Contains([]string{"", "none", "same-origin"}, site) {
		return refuse(http.StatusForbidden, "control routes answer no foreign page")
	}
	if r.URL.Path == pagePath && r.Method == http.MethodPost {
		return requireOwnForm(r.Header)
	}
	// A foreign form can send every other type without a preflight request.
	if r.ContentLength != 0 && r.Method == http.MethodPost {
		return requireJSON(r.Header)
	}
	return nil
}

// requireOwnForm refuses a body that is not a form, or a form without proof that a page of this server sent
// it. The guard has checked that proof.
func requireOwnForm(header http.Header) error {
	if header.Get("Origin") == "" && header.Get("Sec-Fetch-Site") != "same-origin" {
		return refuse(http.StatusForbidden, "control routes answer no foreign page")
	}
	return require(header, "application/x-www-form-urlencoded")
}

// requireJSON refuses a body that is not declared as JSON.
func requireJSON(header http.Header) error { return require(header, "application/json") }

func require(header http.Header, media string) error {
	if found, _, err := mime.ParseMediaType(header.Get("Content-Type")); err != nil || found != media {
		return refuse(http.StatusUnsupportedMediaType, "Content-Type must be %s", media)
	}
	return nil
}

// isLoopback reports whether hostport is localhost or a loopback address, with or without a port.
func isLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	if host == "localhost" {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.Unmap().IsLoopback()
}
