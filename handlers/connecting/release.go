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
	if err != nil {
		return err
	}
	return r.send(v, stopped)
}

// SendOne sends the stopped marks of the save in the address.
func (r *Releases) SendOne(v *visit.Visit) error {
	stopped, err := r.stoppedOf(v)
	if err != nil {
		return err
	}
	return r.send(v, stopped)
}

// ByHand notes that the stopped marks of the save were keyed in by hand.
func (r *Releases) ByHand(v *visit.Visit) error {
	stopped, err := r.stoppedOf(v)
	if err != nil {
		return err
	}
	if len(stopped) > 0 {
		if err := r.Store.KeyByHand(v.Ctx, v.School.ID, stopped[0].Save.Token, v.Actor()); err != nil {
			return err
		}
	}
	return r.back(v)
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

func (r *Releases) send(v *visit.Visit, stopped []roll.PendingMark) error {
	token := func() roll.Token { return v.SaveToken() }
	if _, err := r.Saving.SendAgain(v.Ctx, v.School, v.Actor(), stopped, token); err != nil {
		return err
	}
	return r.back(v)
}

func (r *Releases) back(v *visit.Visit) error {
	return visit.GoTo(v, r.pages.Paths.Connection(string(v.School.ID)))
}
