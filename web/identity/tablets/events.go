package tablets

import (
	"rollbook/web/roll"
)

// Event is the stable name of something that happened to tablets. It is the attribute "event" of a
// log record whose message is "tablets".
type Event string

// The events. Those that end in -refused are warnings.
const (
	Added           Event = "tablet-added"
	CodeMade        Event = "tablet-code-made"
	PairingAsked    Event = "tablet-pairing-asked"
	PairingApproved Event = "tablet-pairing-approved"
	PairingRefused  Event = "tablet-pairing-refused"
	Paired          Event = "tablet-paired"
	Moved           Event = "tablet-moved"
	Revoked         Event = "tablet-revoked"
	TabletRefused   Event = "tablet-refused"
)

// Why a pairing or a pass was refused: the attribute "reason" of the event.
const (
	reasonWrongCode = "wrong code"
	reasonUsedCode  = "used code"
	reasonByStaff   = "refused by staff"
	// ReasonTampered is for a cookie that this server did not sign.
	ReasonTampered = "tampered"
	// ReasonUnpaired is for a tablet that was revoked, paired again elsewhere, or forgotten.
	ReasonUnpaired = "unpaired"
)

// about holds the attributes of an event; empty fields are left out.
type about struct {
	tablet roll.TabletID
	school roll.SchoolID
	by     roll.PersonID
	reason string
}
