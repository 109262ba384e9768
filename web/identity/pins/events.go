package pins

import (
	"rollbook/web/events"
)

// The events. Refused, Paused and Locked are warnings.
const (
	Set     events.Name = "pin-set"
	Removed events.Name = "pin-removed"
	Refused events.Name = "pin-refused"
	// Paused is for the wrong PIN after which no more are looked at for a while.
	Paused events.Name = "pin-paused"
	// Locked is for the wrong PIN after which no more are looked at until somebody lifts that.
	Locked events.Name = "pin-locked"
	Lifted events.Name = "pin-lifted"
)
