package apiclient

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// Allowance allows private addresses for a service, on one port, or on all when Port is 0.
type Allowance struct {
	Prefix netip.Prefix
	Port   uint16
}

// AnyPort allows the addresses on all ports.
func AnyPort(prefixes ...netip.Prefix) []Allowance {
	allowed := make([]Allowance, len(prefixes))
	for i, prefix := range prefixes {
		allowed[i] = Allowance{Prefix: prefix}
	}
	return allowed
}

// ParseAllowances reads a list of addresses and networks in CIDR notation (RFC 4632), separated by commas or
// white space. Each may end with a port: 10.1.2.3, 10.0.0.0/8:8443, fd00::/8, [fd00::/8]:8443.
func ParseAllowances(text string) ([]Allowance, error) {
	var allowed []Allowance
	for _, part := range strings.FieldsFunc(text, func(char rune) bool { return strings.ContainsRune(", \t\r\n", char) }) {
		allowance, ok := parseAllowance(part)
		if !ok {
			const such = "10.0.0.0/8, 10.0.0.0/8:8443 or [fd00::/8]:8443"
			return nil, fmt.Errorf("%q is neither an address nor a network, such as %s", part, such)
		}
		allowed = append(allowed, allowance)
	}
	return allowed, nil
}

func parseAllowance(text string) (Allowance, bool) {
	if prefix, ok := parseNetwork(text); ok {
		return Allowance{Prefix: prefix}, true
	}
	network, number, err := net.SplitHostPort(text)
	prefix, ok := parseNetwork(network)
	port, bad := strconv.ParseUint(number, 10, 16)
	isBracketed := strings.HasPrefix(text, "[")
	if err != nil || !ok || bad != nil || port == 0 || number[0] == '0' || isBracketed == prefix.Addr().Is4() {
		return Allowance{}, false
	}
	return Allowance{Prefix: prefix, Port: uint16(port)}, true
}

func parseNetwork(text string) (netip.Prefix, bool) {
	if address, err := netip.ParseAddr(text); err == nil {
		address = address.Unmap().WithZone("")
		return netip.PrefixFrom(address, address.BitLen()), true
	}
	prefix, err := netip.ParsePrefix(text)
	return prefix.Masked(), err == nil
}

// String writes the allowance as ParseAllowances reads it.
func (a Allowance) String() string {
	if a.Port == 0 {
		return a.Prefix.String()
	}
	return net.JoinHostPort(a.Prefix.String(), strconv.Itoa(int(a.Port)))
}

// FormatAllowances writes a list as ParseAllowances reads it; empty for none.
func FormatAllowances(allowed []Allowance) string {
	texts := make([]string, len(allowed))
	for i, allowance := range allowed {
		texts[i] = allowance.String()
	}
	return strings.Join(texts, ",")
}

func (a Allowance) holds(target netip.AddrPort) bool {
	return a.Prefix.Contains(target.Addr().Unmap()) && (a.Port == 0 || a.Port == target.Port())
}
