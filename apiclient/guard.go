package apiclient

import (
	"fmt"
	"net/netip"
	"slices"
	"syscall"
)

const securePort = 443

// ForbiddenAddressError says that a connection was refused before it was made, because of where it
// would have gone.
type ForbiddenAddressError struct {
	Address string
	Problem AddressProblem
	Why     string
}

// Error names the address and the reason.
func (e *ForbiddenAddressError) Error() string {
	return fmt.Sprintf("the address %s is not allowed: %s", e.Address, e.Why)
}

// Guard decides where a school's service may live: at public addresses on port 443 over TLS, and
// besides at the private addresses that the operator allows, there on any port and over plain http
// too.
type Guard struct {
	allowed  []netip.Prefix
	reserved []netip.Prefix
}

// NewGuard makes a guard that allows the given prefixes besides public addresses.
func NewGuard(allowPrivate []netip.Prefix) Guard {
	return Guard{allowed: slices.Clone(allowPrivate), reserved: reservedPrefixes()}
}

// Allows tells whether the operator listed the address explicitly.
func (g Guard) Allows(address netip.Addr) bool {
	address = address.Unmap()
	return slices.ContainsFunc(g.allowed, func(p netip.Prefix) bool { return p.Contains(address) })
}

// Check refuses a connection to where credentials must not go. Secure tells whether TLS follows.
func (g Guard) Check(target netip.AddrPort, secure bool) error {
	address := target.Addr()
	switch {
	case g.Allows(address):
		return nil
	case !isPublic(address, g.reserved):
		return &ForbiddenAddressError{target.String(), AddressPrivate, "it is private or reserved"}
	case !secure:
		return &ForbiddenAddressError{target.String(), AddressNotHTTPS, "plain http is allowed only at listed private addresses"}
	case target.Port() != securePort:
		return &ForbiddenAddressError{target.String(), AddressOddPort, "other ports than 443 are allowed only at listed private addresses"}
	}
	return nil
}

// control is a net.Dialer.Control: it runs at every connect, after the name was resolved, so that a
// name which resolves differently the second time gains nothing.
func (g Guard) control(secure bool) func(network, address string, _ syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		target, err := netip.ParseAddrPort(address)
		if err != nil {
			return &ForbiddenAddressError{address, AddressOddHost, "it is not an IP address"}
		}
		return g.Check(target, secure)
	}
}
