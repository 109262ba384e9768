package pins

import (
	"rollbook/web/events"
)

// The events. Refused, Paused and Locked are warnings.
const (
	Set     events.Name = "pin-set"
	Removed events.Name = "pin-removed"
	Refused events.Name = "pin-refused"
	// Paused: a wrong PIN that locks the name for a while.
	Paused events.Name = "pin-paused"
	// Locked: a wrong PIN that locks the name until a person lifts the lock.
	Locked events.Name = "pin-locked"
	Lifted events.Name = "pin-lifted"
)
