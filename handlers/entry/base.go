package entry

import (
	"rollbook/handlers/factor"
	"rollbook/handlers/visit"
	"rollbook/web/identity/people"
	"rollbook/web/identity/session"
	"rollbook/web/store"
)

// base is behind most pages of this package.
type base struct {
	pages    *visit.Pages
	visitors *visit.Visitors
	sessions *session.Sessions
	devices  *session.Devices
	people   *people.People
	begins   *factor.Beginning
	store    *store.Store
}
