package edge

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// ClientAddress returns the extractor of a client's address: the peer of the connection, or the address that
// trusted proxies give in X-Forwarded-For. It ignores the header from others.
func ClientAddress(trusted []netip.Prefix) echo.IPExtractor {
	if len(trusted) == 0 {
		return echo.ExtractIPDirect()
	}
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, prefix := range trusted {
		options = append(options, echo.TrustIPRange(&net.IPNet{
			IP: prefix.Addr().AsSlice(), Mask: net.CIDRMask(prefix.Bits(), prefix.Addr().BitLen()),
		}))
	}
	extract := echo.ExtractIPFromXFFHeader(options...)
	return func(r *http.Request) string {
		// Some proxies add ports to the addresses.
		addresses := strings.Split(strings.Join(r.Header.Values(echo.HeaderXForwardedFor), ","), ",")
		for i, text := range addresses {
			if one, err := netip.ParseAddrPort(strings.TrimSpace(text)); err == nil {
				addresses[i] = one.Addr().String()
			}
		}
		return extract(&http.Request{RemoteAddr: r.RemoteAddr, Header: http.Header{
			echo.HeaderXForwardedFor: []string{strings.Join(addresses, ",")}}})
	}
}

// overHTTPS reports whether the client used https, to this server or to a trusted proxy in front.
func overHTTPS(r *http.Request, trusted []netip.Prefix) bool {
	if r.TLS != nil {
		return true
	}
	if !FromTrusted(r, trusted) {
		return false
	}
	// Of several proxies the nearest wrote the last value.
	values := strings.Split(strings.Join(r.Header.Values(echo.HeaderXForwardedProto), ","), ",")
	return strings.EqualFold(strings.TrimSpace(values[len(values)-1]), "https")
}

// FromTrusted reports whether the connection comes from one of the trusted addresses.
func FromTrusted(r *http.Request, trusted []netip.Prefix) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(trusted, func(prefix netip.Prefix) bool { return prefix.Contains(peer.Addr().Unmap()) })
}
