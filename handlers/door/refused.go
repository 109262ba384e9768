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

// reasonHeader says why taps were refused: a roll.TapRefusal, which the tablet hands on.
const reasonHeader = "Rollbook-Reason"

// Refused puts taps that Rollbook refused on the office's list: the tablet keeps them until they stand there.
type Refused struct {
	*visit.Shell
	Desk       *desk.Desk
	Store      *store.Store
	Hub        *live.Hub
	Signatures *desk.Signatures
}

// Post keeps the taps of the form, of whatever class and day. The same ones are kept once.
func (r *Refused) Post(v *visit.Visit) error {
	taps, err := r.Desk.RefusedTaps(v)
	if err != nil {
		return err
	}
	return r.keep(v, taps)
}

// Roll keeps the roll of the form, which nobody can save any more, for staff who give a name and a PIN. A
// script is told what is wrong with those by a sentence.
func (r *Refused) Roll(v *visit.Visit) error {
	marks, err := r.Desk.KeptRoll(v)
	if err == nil {
		err = r.Signatures.Sign(v, v.School.Today(r.Clock()))
	}
	var unsigned *desk.SignatureError
	if errors.As(err, &unsigned) {
		return v.String(visit.Statuses[roll.KindOf(err)], unsigned.Sentence(v))
	}
	if err != nil {
		return err
	}
	return r.keep(v, marks)
}

func (r *Refused) keep(v *visit.Visit, taps []roll.RefusedMark) error {
	if err := r.Store.KeepRefusedTaps(v.Ctx, v.School.ID, taps); err != nil {
		return err
	}
	r.Hub.Changed(live.DayOf(v.School.ID, v.School.Today(r.Clock())))
	return v.NoContent(http.StatusNoContent)
}
