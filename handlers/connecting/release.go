package connecting

import (
	"slices"

	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

// SendAll sends all stopped saves. A repeated press does nothing.
func (p *Connections) SendAll(v *visit.Visit) error { return p.send(v, p.pending(v, roll.Stopped)) }

// SendOne sends the stopped marks of the save in the address.
func (p *Connections) SendOne(v *visit.Visit) error { return p.send(v, p.stoppedOf(v)) }

// ByHand notes that the stopped marks of the save were keyed in by hand.
func (p *Connections) ByHand(v *visit.Visit) error {
	stopped := p.stoppedOf(v)
	if len(stopped) == 0 {
		return p.back(v, nil)
	}
	return p.back(v, p.store.KeyByHand(v.Ctx, v.School.ID, stopped[0].Save.Token, v.Actor()))
}

// stoppedOf reads the stopped marks of the save in the address, which must exist (visit.Check).
func (p *Connections) stoppedOf(v *visit.Visit) []roll.PendingMark {
	save := visit.Checked(p.store.Save(v.Ctx, v.School.ID, roll.Token(v.Param("token"))))(v)
	return slices.DeleteFunc(p.pending(v, roll.Stopped),
		func(mark roll.PendingMark) bool { return mark.Save.Token != save.Token })
}

func (p *Connections) send(v *visit.Visit, stopped []roll.PendingMark) error {
	if len(stopped) == 0 {
		return p.back(v, nil)
	}
	_, err := p.saving.Submissions.SendAgain(v.Ctx, v.School, v.Actor(), stopped, v.SaveToken)
	return p.back(v, err)
}

// maySendMoved reports whether sending is possible: the list is proven, and the database is not a paused
// copy.
func maySendMoved(v *visit.Visit) bool { return !v.Connection.Unproven && !v.Connection.Copied }

// SendMoved sends the moved marks of unchanged students, as new saves.
func (p *Connections) SendMoved(v *visit.Visit) error {
	if !maySendMoved(v) {
		return roll.Problem(roll.Stale, "moved.not_yet")
	}
	marks, err := p.store.Moved(v.Ctx, v.School.ID)
	if err == nil {
		err = p.saving.Submissions.Release(v.Ctx, v.School, v.Actor(), marks, v.SaveToken)
	}
	return p.back(v, err)
}

// DecideMoved notes that a moved mark was entered by hand, or drops it. A repeated press does nothing.
func (p *Connections) DecideMoved(v *visit.Visit) error {
	form := v.Request().PostForm
	enrolment, err := roll.ParseEnrolmentID(form.Get("enrolment"))
	by, known := map[string]string{"by_hand": v.Actor().Name, "drop": ""}[form.Get("what")]
	if err != nil || !known {
		return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	for _, mark := range visit.Read(v, p.store.Moved) {
		if mark.Save.Token == roll.Token(form.Get("save")) && mark.Enrolment == enrolment {
			v.Check(p.store.SettleMoved(v.Ctx, v.School.ID, mark, by))
		}
	}
	return p.back(v, nil)
}
