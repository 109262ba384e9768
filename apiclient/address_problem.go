package apiclient

import (
	"errors"
	"fmt"
)

// AddressProblem names the fault of a base address.
type AddressProblem string

// The faults of a base address.
const (
	AddressUnreadable   AddressProblem = "unreadable"    // it is no web address, or too long for one
	AddressNotHTTPS     AddressProblem = "not_https"     // another scheme, or http where that is not allowed
	AddressHasUser      AddressProblem = "has_user"      // a user name or password
	AddressHasMore      AddressProblem = "has_more"      // a query, a fragment
	AddressOddCharacter AddressProblem = "odd_character" // what can be read in two ways
	AddressOddHost      AddressProblem = "odd_host"      // the host is no name and no usable IP address
	AddressPrivate      AddressProblem = "private"       // it leads into a network that the operator has not allowed
	AddressOddPort      AddressProblem = "odd_port"      // another port than 443 where that is not allowed
)

// addressError is the refusal of a base address.
type addressError struct {
	problem AddressProblem
	text    string
}

func (e *addressError) Error() string { return e.text }

func badAddress(problem AddressProblem, text string) error {
	return &addressError{problem, text}
}

// AddressProblemOf returns the problem of the address that [ParseBaseURL] or a connect refused with err;
// empty for every other error.
func AddressProblemOf(err error) AddressProblem {
	if refused, ok := errors.AsType[*addressError](err); ok {
		return refused.problem
	}
	if forbidden, ok := errors.AsType[*ForbiddenAddressError](err); ok {
		return forbidden.Problem
	}
	return ""
}

// ForbiddenAddressError is a refused connection: the guard does not allow its address.
type ForbiddenAddressError struct {
	Address string
	Problem AddressProblem
	Why     string
	// Never is true when no setting of the operator can allow the address.
	Never bool
}

// Error names the address and the reason.
func (e *ForbiddenAddressError) Error() string {
	return fmt.Sprintf("the address %s is not allowed: %s", e.Address, e.Why)
}
