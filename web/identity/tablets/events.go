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

// The reasons for refusing a pairing or a pass: the attribute "reason" of the event.
const (
	reasonWrongCode = "wrong code"
	reasonUsedCode  = "used code"
	reasonByStaff   = "refused by staff"
	// ReasonTampered: this server did not sign the cookie.
	ReasonTampered = "tampered"
	// ReasonUnpaired: the tablet was revoked, paired again elsewhere, or deleted.
	ReasonUnpaired = "unpaired"
)
