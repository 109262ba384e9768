package connecting

import (
	"slices"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// Releases handles stopped saves: it sends them, or notes that they were keyed in by hand. A repeated press
// does nothing.
type Releases struct {
	pages  *visit.Pages
	Store  *store.Store
	Saving *submission.Submissions
}

// SendAll sends all stopped saves.
func (r *Releases) SendAll(v *visit.Visit) error {
	stopped, err := r.Store.Pending(v.Ctx, v.School.ID, roll.Stopped)
	return r.send(v, stopped, err)
}

// SendOne sends the stopped marks of the save in the address.
func (r *Releases) SendOne(v *visit.Visit) error {
	stopped, err := r.stoppedOf(v)
	return r.send(v, stopped, err)
}

// ByHand notes that the stopped marks of the save were keyed in by hand.
func (r *Releases) ByHand(v *visit.Visit) error {
	stopped, err := r.stoppedOf(v)
	if err == nil && len(stopped) > 0 {
		err = r.Store.KeyByHand(v.Ctx, v.School.ID, stopped[0].Save.Token, v.Actor())
	}
	return r.back(v, err)
}

// stoppedOf returns the stopped marks of the save in the address, which must exist.
func (r *Releases) stoppedOf(v *visit.Visit) ([]roll.PendingMark, error) {
	save, err := r.Store.Save(v.Ctx, v.School.ID, roll.Token(v.Param("token")))
	if err != nil {
		return nil, err
	}
	stopped, err := r.Store.Pending(v.Ctx, v.School.ID, roll.Stopped)
	return slices.DeleteFunc(stopped, func(mark roll.PendingMark) bool { return mark.Save.Token != save.Token }), err
}

func (r *Releases) send(v *visit.Visit, stopped []roll.PendingMark, err error) error {
	if err == nil {
		_, err = r.Saving.SendAgain(v.Ctx, v.School, v.Actor(), stopped, v.SaveToken)
	}
	return r.back(v, err)
}

func (r *Releases) back(v *visit.Visit, err error) error {
	return visit.Done(v, err, r.pages.Paths.Connection(string(v.School.ID)))
}

// maySendMoved reports whether sending is possible: the list is proven, and the database is not a paused
// copy.
func maySendMoved(v *visit.Visit) bool { return !v.Connection.Unproven && !v.Connection.Copied }

// SendMoved sends the moved marks of unchanged students, as new saves.
func (r *Releases) SendMoved(v *visit.Visit) error {
	if !maySendMoved(v) {
		return roll.Problem(roll.Stale, "moved.not_yet")
	}
	marks, err := r.Store.Moved(v.Ctx, v.School.ID)
	if err == nil {
		err = r.Saving.Release(v.Ctx, v.School, v.Actor(), marks, v.SaveToken)
	}
	return r.back(v, err)
}

// DecideMoved notes that a moved mark was entered by hand, or drops it. A repeated press does nothing.
func (r *Releases) DecideMoved(v *visit.Visit) error {
	form := v.Request().PostForm
	enrolment, err := roll.ParseEnrolmentID(form.Get("enrolment"))
	by, known := map[string]string{"by_hand": v.Actor().Name, "drop": ""}[form.Get("what")]
	if err != nil || !known {
		return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	marks, err := r.Store.Moved(v.Ctx, v.School.ID)
	for _, mark := range marks {
		if err == nil && mark.Save.Token == roll.Token(form.Get("save")) && mark.Enrolment == enrolment {
			err = r.Store.SettleMoved(v.Ctx, v.School.ID, mark, by)
		}
	}
	return r.back(v, err)
}
