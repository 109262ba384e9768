package apiclient

import (
	"net"
	"net/netip"
	"slices"
	"sync/atomic"
)

// neverPrefixes returns addresses where no school's service lives and which only this machine may use:
// unspecified, broadcast, multicast and link-local addresses, and those of cloud metadata services.
func neverPrefixes() []netip.Prefix {
	return prefixesOf(
		"0.0.0.0/8", "169.254.0.0/16", "255.255.255.255/32", "224.0.0.0/4", "::/128", "fe80::/10", "ff00::/8",
		"fd00:ec2::/32",       // Amazon
		"fd20:ce::254/128",    // Google
		"100.100.100.200/32",  // Alibaba
		"168.63.129.16/32",    // Azure
		"192.0.0.192/32",      // Oracle
		"fd00:42::42/128",     // Scaleway
		"fd00:a9fe:a9fe::/48", // Akamai
	)
}

// isNever reports whether an address is always refused. It looks inside addresses that wrap another.
func isNever(address netip.Addr, never []netip.Prefix) bool {
	address = address.WithZone("").Unmap()
	if slices.ContainsFunc(never, func(p netip.Prefix) bool { return p.Contains(address) }) {
		return true
	}
	inner, wraps := embeddedIPv4(address)
	if !wraps {
		inner, wraps = oddlyEmbeddedIPv4(address)
	}
	return wraps && isNever(inner, never)
}

// oddlyEmbeddedIPv4 returns the IPv4 address inside an IPv4-compatible (RFC 4291, section
// 2.5.5.1) or a local NAT64 (RFC 8215) address.
func oddlyEmbeddedIPv4(address netip.Addr) (netip.Addr, bool) {
	if !address.Is6() {
		return netip.Addr{}, false
	}
	b := address.As16()
	compatible := netip.MustParsePrefix("::/96").Contains(address) && b[12] != 0 // ::1 wraps nothing
	if compatible || netip.MustParsePrefix("64:ff9b:1::/48").Contains(address) {
		return netip.AddrFrom4([4]byte(b[12:16])), true
	}
	return netip.Addr{}, false
}

// OwnAddress is the address where this process listens. Calls to it are refused: they would come back to
// us. It is safe for concurrent use.
type OwnAddress struct {
	at atomic.Pointer[netip.AddrPort]
}

// Set stores the address where the process listens. It ignores an address that is not one of TCP.
func (o *OwnAddress) Set(listening net.Addr) {
	if at, err := netip.ParseAddrPort(listening.String()); err == nil {
		o.at.Store(&at)
	}
}

// isReachedBy reports whether a connection to the target would reach this process.
func (o *OwnAddress) isReachedBy(target netip.AddrPort) bool {
	if o == nil {
		return false
	}
	own := o.at.Load()
	if own == nil || own.Port() != target.Port() {
		return false
	}
	address := target.Addr().WithZone("").Unmap()
	if !own.Addr().IsUnspecified() {
		return own.Addr().WithZone("").Unmap() == address
	}
	return address.IsLoopback() || isOfThisMachine(address)
}

func isOfThisMachine(address netip.Addr) bool {
	known, err := net.InterfaceAddrs()
	if err != nil {
		return true // when in doubt, refuse
	}
	return slices.ContainsFunc(known, func(one net.Addr) bool {
		prefix, err := netip.ParsePrefix(one.String())
		return err == nil && prefix.Addr().WithZone("").Unmap() == address
	})
}
