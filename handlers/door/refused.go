package door

import (
	"errors"
	"net/http"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// reasonHeader contains the reason for refused taps: a roll.TapRefusal, which the tablet reports.
const reasonHeader = "Rollbook-Reason"

// Refused adds taps that Rollbook refused to the office's list. The tablet keeps them until then.
type Refused struct {
	desk       *desk.Desk
	store      *store.Store
	hub        *live.Hub
	signatures *desk.Signatures
}

// Post stores the taps of the form, of any class and day. It stores repeated ones once.
func (r *Refused) Post(v *visit.Visit) error {
	taps, err := r.desk.RefusedTaps(v)
	if err != nil {
		return err
	}
	return r.keep(v, taps)
}

// Roll stores the roll of the form, which can no longer be saved, for staff who give a name and a PIN. A
// script receives a sentence about a wrong name or PIN.
func (r *Refused) Roll(v *visit.Visit) error {
	marks, err := r.desk.KeptRoll(v)
	if err == nil {
		err = r.signatures.Sign(v, v.Today())
	}
	if unsigned, ok := errors.AsType[*desk.SignatureError](err); ok {
		return v.String(visit.Statuses[roll.KindOf(err)], unsigned.Sentence(v))
	}
	if err != nil {
		return err
	}
	return r.keep(v, marks)
}

func (r *Refused) keep(v *visit.Visit, taps []roll.RefusedMark) error {
	if err := r.store.KeepRefusedTaps(v.Ctx, v.School.ID, taps); err != nil {
		return err
	}
	r.hub.Changed(live.DayOf(v.School.ID, v.Today()))
	return v.NoContent(http.StatusNoContent)
}
