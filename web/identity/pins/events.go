package pins

import (
	"rollbook/web/roll"
)

// Event is the stable name of something that happened to PINs. It is the attribute "event" of a log
// record whose message is "pins". No record holds a PIN.
type Event string

// The events. Refused, Paused and Locked are warnings.
const (
	Set     Event = "pin-set"
	Removed Event = "pin-removed"
	Refused Event = "pin-refused"
	// Paused is for the wrong PIN after which no more are looked at for a while.
	Paused Event = "pin-paused"
	// Locked is for the wrong PIN after which no more are looked at until somebody lifts that.
	Locked Event = "pin-locked"
	Lifted Event = "pin-lifted"
)

// about holds the attributes of an event; empty fields are left out.
type about struct {
	person roll.PersonID
	school roll.SchoolID
	tablet string
	reason string
}
