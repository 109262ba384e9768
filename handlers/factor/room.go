package factor

import (
	"net/url"
	"time"

	"rollbook/handlers/visit"
	"rollbook/web/identity"
)

// Room has the pages of this package.
type Room struct {
	Beginning *Beginning
	Gate      *Gate
	Steps     *SecondStep
	SetUp     *SetUp
	Confirm   *Confirm
}

// New returns the room. Public is the address of the server, nil for the request's own.
func New(pages *visit.Pages, identity *identity.Identity, public *url.URL, clock func() time.Time) *Room {
	b := base{pages, identity.Sessions, identity.Devices, identity.People, identity.Factors, public, clock}
	begins := &Beginning{b}
	return &Room{Beginning: begins, Gate: &Gate{b}, Steps: &SecondStep{b, begins}, SetUp: &SetUp{b, begins}, Confirm: &Confirm{b, identity.SSO}}
}
