// Package people stores the accounts of people: their roles in schools, links, sessions and PINs, and people who
// cover a class. Only it changes these tables.
package people

import (
	"rollbook/web/store/engine"
)

// Store stores people in a database.
type Store struct{ Database *engine.Database }
