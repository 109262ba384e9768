// Package schools stores schools: their settings, keys, calendars, webhooks and tablets, and how their services
// behave. Only it changes these tables.
package schools

import (
	"rollbook/web/store/engine"
)

// Store stores schools in a database.
type Store struct{ Database *engine.Database }
