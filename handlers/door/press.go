package door

import (
	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/views/part"
)

// Press handles a press of Save on a roll, of a tablet or a person's own device.
func (h *Home) Press(v *visit.Visit) error { return h.Take(v, h) }

// Refused shows the problem of a press. Without scripts that is the whole roll, which a tablet shows only
// after a PIN: otherwise the tablet's first page of the class shows the problem.
func (h *Home) Refused(v *visit.Visit, refused desk.Refused) error {
	if visit.ByScript(v) || h.staff.signatures.Opened(v) {
		return h.Presses.Refused(v, refused)
	}
	if v.Mode.Taps() {
		return h.taps.show(v, refused.Status, refused.Sentence(v))
	}
	return h.staff.show(v, refused.Status, refused.Requested.Class, &part.Signing{Problem: refused.Sentence(v)})
}
