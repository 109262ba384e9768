package tablets

import (
	"rollbook/web/events"
)

// The events. Those that end in -refused are warnings.
const (
	Added           events.Name = "tablet-added"
	CodeMade        events.Name = "tablet-code-made"
	PairingAsked    events.Name = "tablet-pairing-asked"
	PairingApproved events.Name = "tablet-pairing-approved"
	PairingRefused  events.Name = "tablet-pairing-refused"
	Paired          events.Name = "tablet-paired"
	Moved           events.Name = "tablet-moved"
	Revoked         events.Name = "tablet-revoked"
	TabletRefused   events.Name = "tablet-refused"
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
