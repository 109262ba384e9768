package apiclient

import (
	"net"
	"net/netip"
	"slices"
	"sync/atomic"
)

// reservedPrefixes returns address blocks that netip takes for public although they are not (IANA's
// special-purpose address registries).
func reservedPrefixes() []netip.Prefix {
	return prefixesOf(
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
		"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fec0::/10",
	)
}

func prefixesOf(texts ...string) []netip.Prefix {
	prefixes := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		prefixes[i] = netip.MustParsePrefix(text)
	}
	return prefixes
}

// wrappings returns the blocks whose addresses contain an IPv4 address, each with the place of its first byte: those
// of NAT64 (RFC 6052), 6to4 (RFC 3056), a local NAT64 (RFC 8215), and IPv4-compatible addresses (RFC 4291, section
// 2.5.5.1).
func wrappings() map[string]int {
	return map[string]int{"64:ff9b::/96": 12, "2002::/16": 2, "64:ff9b:1::/48": 12, "::/96": 12}
}

// embeddedIPv4 returns the IPv4 address inside an address of one of the blocks, or inside an ISATAP (RFC 5214)
// address.
func embeddedIPv4(address netip.Addr) (netip.Addr, bool) {
	if !address.Is6() || address.IsLoopback() { // ::1 wraps nothing
		return netip.Addr{}, false
	}
	b := address.As16()
	for block, at := range wrappings() {
		if netip.MustParsePrefix(block).Contains(address) {
			return netip.AddrFrom4([4]byte(b[at : at+4])), true
		}
	}
	isISATAP := b[8]&^2 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
	return netip.AddrFrom4([4]byte(b[12:16])), isISATAP
}

// isIn reports whether one of the prefixes contains the address.
func isIn(prefixes []netip.Prefix, address netip.Addr) bool {
	return slices.ContainsFunc(prefixes, func(prefix netip.Prefix) bool { return prefix.Contains(address) })
}

// isPublic reports whether an address belongs to the public internet. It looks inside addresses that wrap an
// IPv4 address.
func isPublic(address netip.Addr, reserved []netip.Prefix) bool {
	address = address.Unmap()
	if address.Zone() != "" || !address.IsGlobalUnicast() || address.IsPrivate() {
		return false
	}
	if isIn(reserved, address) {
		return false
	}
	inner, wraps := embeddedIPv4(address)
	return !wraps || isPublic(inner, reserved)
}

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
	if isIn(never, address) {
		return true
	}
	inner, wraps := embeddedIPv4(address)
	return wraps && isNever(inner, never)
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
