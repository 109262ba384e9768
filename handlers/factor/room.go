package factor

import (
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

// New returns the room.
func New(pages *visit.Pages, identity *identity.Identity, clock func() time.Time) *Room {
	b := base{pages, identity.Sessions, identity.Devices, identity.People, identity.Factors, clock}
	begins := &Beginning{b}
	return &Room{Beginning: begins, Gate: &Gate{b}, Steps: &SecondStep{b, begins}, SetUp: &SetUp{b, begins},
		Confirm: &Confirm{b, identity.SSO}}
}
