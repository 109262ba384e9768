package tablets

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
