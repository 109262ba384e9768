package apiclient

import (
	"fmt"
	"net/netip"
	"slices"
	"syscall"
)

const securePort = 443

// Guard decides where a school's service may live: at public addresses on port 443 over TLS, and
// besides at the private addresses that the operator allows, there over plain http too. Link-local
// addresses, those of a cloud's metadata and our own are refused whatever is allowed.
type Guard struct {
	allowed         []Allowance
	reserved, never []netip.Prefix
	own             *OwnAddress
}

// NewGuard makes a guard that allows the given addresses besides public ones.
func NewGuard(allowPrivate []Allowance) Guard {
	return Guard{allowed: slices.Clone(allowPrivate), reserved: reservedPrefixes(), never: neverPrefixes()}
}

// Except returns the guard that also refuses the address at which this process listens.
func (g Guard) Except(own *OwnAddress) Guard {
	g.own = own
	return g
}

// Besides returns the guard that also allows what the list names, in the form of [ParseAllowances].
func (g Guard) Besides(list string) (Guard, error) {
	more, err := ParseAllowances(list)
	if err != nil {
		return Guard{}, fmt.Errorf("allowed private addresses: %w", err)
	}
	g.allowed = slices.Concat(g.allowed, more)
	return g, nil
}

// Allows tells whether the operator listed the address explicitly, and may.
func (g Guard) Allows(target netip.AddrPort) bool {
	return g.refuse(target) == nil && slices.ContainsFunc(g.allowed, func(a Allowance) bool { return a.holds(target) })
}

// refuse refuses what nobody can allow.
func (g Guard) refuse(target netip.AddrPort) error {
	var why string
	switch {
	case isNever(target.Addr(), g.never):
		why = "it belongs to the machine's own network, where no school system lives"
	case g.own.is(target):
		why = "it is our own"
	default:
		return nil
	}
	return &ForbiddenAddressError{Address: target.String(), Problem: AddressPrivate, Why: why, Never: true}
}

// Check refuses a connection to an address that credentials must not reach. Secure tells whether TLS follows.
func (g Guard) Check(target netip.AddrPort, secure bool) error {
	if err := g.refuse(target); err != nil {
		return err
	}
	forbidden := &ForbiddenAddressError{Address: target.String()}
	switch {
	case g.Allows(target):
		return nil
	case !isPublic(target.Addr(), g.reserved):
		forbidden.Problem, forbidden.Why = AddressPrivate, "it is private or reserved"
	case !secure:
		forbidden.Problem, forbidden.Why = AddressNotHTTPS, "plain http is allowed only at listed private addresses"
	case target.Port() != securePort:
		forbidden.Problem, forbidden.Why = AddressOddPort, "other ports than 443 are allowed only at listed private addresses"
	default:
		return nil
	}
	return forbidden
}

// control is a net.Dialer.Control: it runs at every connect, after the name was resolved, so that a
// name which resolves differently the second time gains nothing.
func (g Guard) control(secure bool) func(network, address string, _ syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		target, err := netip.ParseAddrPort(address)
		if err != nil {
			return &ForbiddenAddressError{Address: address, Problem: AddressOddHost, Why: "it is not an IP address"}
		}
		return g.Check(target, secure)
	}
}
