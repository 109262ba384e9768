package apiclient

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
)

const securePort = 443

// Guard decides at which addresses a school's service may live. It allows public addresses on port 443 over
// TLS, and the private addresses that the operator lists, there over plain http too. It always refuses
// link-local addresses, those of cloud metadata, and our own.
type Guard struct {
	allowed         []Allowance
	reserved, never []netip.Prefix
	own             *OwnAddress
}

// NewGuard makes a guard that allows public addresses and the given private ones.
func NewGuard(allowPrivate []Allowance) Guard {
	return Guard{allowed: slices.Clone(allowPrivate), reserved: reservedPrefixes(), never: neverPrefixes()}
}

// Allowing returns a guard that also allows the addresses of the list, in the form of [ParseAllowances].
func (g Guard) Allowing(list string) (Guard, error) {
	more, err := ParseAllowances(list)
	if err != nil {
		return Guard{}, fmt.Errorf("allowed private addresses: %w", err)
	}
	g.allowed = slices.Concat(g.allowed, more)
	return g, nil
}

// Allows reports whether the operator listed the address and it can be allowed.
func (g Guard) Allows(target netip.AddrPort) bool {
	return g.refuse(target) == nil && slices.ContainsFunc(g.allowed, func(a Allowance) bool { return a.holds(target) })
}

// refuse refuses the addresses that no setting can allow.
func (g Guard) refuse(target netip.AddrPort) error {
	var why string
	switch {
	case isNever(target.Addr(), g.never):
		why = "it belongs to the machine's own network, where no school system lives"
	case g.own.isReachedBy(target):
		why = "it is our own"
	default:
		return nil
	}
	return &ForbiddenAddressError{Address: target.String(), Problem: AddressPrivate, Why: why, Never: true}
}

// Check refuses a connection to an address that must not receive credentials. Secure reports whether TLS
// follows.
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

// AddressProblem names the fault of a base address.
type AddressProblem string

// The faults of a base address.
const (
	AddressUnreadable   AddressProblem = "unreadable"    // it is no web address, or too long for one
	AddressNotHTTPS     AddressProblem = "not_https"     // another scheme, or http where that is not allowed
	AddressHasUser      AddressProblem = "has_user"      // a user name or password
	AddressHasMore      AddressProblem = "has_more"      // a query, a fragment
	AddressOddCharacter AddressProblem = "odd_character" // a character that can be read in two ways
	AddressOddHost      AddressProblem = "odd_host"      // the host is no name and no usable IP address
	AddressPrivate      AddressProblem = "private"       // it leads into a network that the operator has not allowed
	AddressOddPort      AddressProblem = "odd_port"      // another port than 443 where that is not allowed
)

// AddressProblemOf returns the problem of the address that [ParseBaseURL] or a connect refused with err;
// empty for every other error.
func AddressProblemOf(err error) AddressProblem {
	if refused, ok := errors.AsType[*ForbiddenAddressError](err); ok {
		return refused.Problem
	}
	return ""
}

// ForbiddenAddressError is a refused base address, or a refused connection: the guard does not allow its address.
type ForbiddenAddressError struct {
	// Address is the address of a connection. It is empty for a base address, which may contain anything.
	Address string
	Problem AddressProblem
	Why     string
	// Never is true when no setting of the operator can allow the address.
	Never bool
}

func badAddress(problem AddressProblem, why string) error {
	return &ForbiddenAddressError{Problem: problem, Why: why}
}

// Error names the address and the reason.
func (e *ForbiddenAddressError) Error() string {
	if e.Address == "" {
		return e.Why
	}
	return fmt.Sprintf("the address %s is not allowed: %s", e.Address, e.Why)
}
