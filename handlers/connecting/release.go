package connecting

import (
	"cmp"
	"slices"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

// Releases handles stopped saves: it sends them, or notes that they were keyed in by hand. A repeated press
// does nothing.
type Releases struct{ base }

// SendAll sends all stopped saves.
func (r *Releases) SendAll(v *visit.Visit) error { return r.send(v, r.pending(v, roll.Stopped)) }

// SendOne sends the stopped marks of the save in the address.
func (r *Releases) SendOne(v *visit.Visit) error { return r.send(v, r.stoppedOf(v)) }

// ByHand notes that the stopped marks of the save were keyed in by hand.
func (r *Releases) ByHand(v *visit.Visit) error {
	stopped := r.stoppedOf(v)
	if len(stopped) == 0 {
		return r.back(v, nil)
	}
	return r.back(v, r.store.KeyByHand(v.Ctx, v.School.ID, stopped[0].Save.Token, v.Actor()))
}

// stoppedOf reads the stopped marks of the save in the address, which must exist (visit.Keep).
func (r *Releases) stoppedOf(v *visit.Visit) []roll.PendingMark {
	save, err := r.store.Save(v.Ctx, v.School.ID, roll.Token(v.Param("token")))
	v.Keep(err)
	return slices.DeleteFunc(r.pending(v, roll.Stopped),
		func(mark roll.PendingMark) bool { return mark.Save.Token != save.Token })
}

func (r *Releases) send(v *visit.Visit, stopped []roll.PendingMark) error {
	if len(stopped) == 0 {
		return r.back(v, nil)
	}
	_, err := r.saving.Submissions.SendAgain(v.Ctx, v.School, v.Actor(), stopped, v.SaveToken)
	return r.back(v, err)
}

// back redirects to the page of the connection after a press, unless what the press needs could not be read.
func (r *Releases) back(v *visit.Visit, err error) error {
	return visit.Done(v, cmp.Or(v.Failed(), err), r.pages.Paths.Connection(string(v.School.ID)))
}

// maySendMoved reports whether sending is possible: the list is proven, and the database is not a paused
// copy.
func maySendMoved(v *visit.Visit) bool { return !v.Connection.Unproven && !v.Connection.Copied }

// SendMoved sends the moved marks of unchanged students, as new saves.
func (r *Releases) SendMoved(v *visit.Visit) error {
	if !maySendMoved(v) {
		return roll.Problem(roll.Stale, "moved.not_yet")
	}
	marks, err := r.store.Moved(v.Ctx, v.School.ID)
	if err == nil {
		err = r.saving.Submissions.Release(v.Ctx, v.School, v.Actor(), marks, v.SaveToken)
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
	for _, mark := range visit.Read(v, r.store.Moved) {
		if mark.Save.Token == roll.Token(form.Get("save")) && mark.Enrolment == enrolment {
			v.Keep(r.store.SettleMoved(v.Ctx, v.School.ID, mark, by))
		}
	}
	return r.back(v, nil)
}
