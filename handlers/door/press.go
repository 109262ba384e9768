package door

import (
	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/views/part"
)

// Press stores a press of Save on the tablet.
func (h *Home) Press(v *visit.Visit) error { return h.presses.Take(v, h) }

// Taken shows the outcome of a press on its roll.
func (h *Home) Taken(v *visit.Visit, taken desk.Taken) error { return h.presses.Taken(v, taken) }

// Refused shows the problem of a press. Without scripts that is the whole roll, which a tablet shows only
// after a PIN: otherwise the tablet's first page of the class shows the problem.
func (h *Home) Refused(v *visit.Visit, refused desk.Refused) error {
	if visit.ByScript(v) || h.staff.signatures.Opened(v) {
		return h.presses.Refused(v, refused)
	}
	if v.Mode.Taps() {
		return h.taps.show(v, refused.Status, refused.Sentence(v))
	}
	return h.staff.show(v, refused.Status, refused.Press.Class, &part.Signing{Problem: refused.Sentence(v)})
}
