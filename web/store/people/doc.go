// Package people stores the accounts of people: their roles in schools, links, sessions, PINs and second factors. It
// also stores people who cover a class, sign-in providers, and the teachers of classes. Only it changes these tables.
package people

import (
	"rollbook/web/store/engine"
)

// Store stores people in a database.
type Store struct{ Database *engine.Database }
