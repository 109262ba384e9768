package apiclient

import (
	"net/netip"
	"slices"
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

// embeddedIPv4 returns the IPv4 address inside a NAT64 (RFC 6052), 6to4 (RFC 3056) or ISATAP
// (RFC 5214) address.
func embeddedIPv4(address netip.Addr) (netip.Addr, bool) {
	if !address.Is6() {
		return netip.Addr{}, false
	}
	b := address.As16()
	switch {
	case netip.MustParsePrefix("64:ff9b::/96").Contains(address):
		return netip.AddrFrom4([4]byte(b[12:16])), true
	case netip.MustParsePrefix("2002::/16").Contains(address):
		return netip.AddrFrom4([4]byte(b[2:6])), true
	case b[8]&^2 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe:
		return netip.AddrFrom4([4]byte(b[12:16])), true
	}
	return netip.Addr{}, false
}

// isPublic reports whether an address belongs to the public internet. It looks inside addresses that wrap an
// IPv4 address.
func isPublic(address netip.Addr, reserved []netip.Prefix) bool {
	address = address.Unmap()
	if address.Zone() != "" || !address.IsGlobalUnicast() || address.IsPrivate() {
		return false
	}
	if slices.ContainsFunc(reserved, func(prefix netip.Prefix) bool { return prefix.Contains(address) }) {
		return false
	}
	if inner, ok := embeddedIPv4(address); ok {
		return isPublic(inner, reserved)
	}
	return true
}
